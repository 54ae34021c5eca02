import type { InfraEnv } from "@muster/contract";
import { checkHostNetworks } from "@muster/nmstate";
import {
  Alert,
  Breadcrumb,
  BreadcrumbItem,
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  PageSection,
  Title,
} from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { updateInfraEnv } from "../api/actions.ts";
import { isMissing } from "../api/client.ts";
import { infraEnvQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { useTitle } from "../app/use-title.ts";
import { ConflictAlert } from "../parts/conflict-alert.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Missing } from "../parts/missing.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { UnsavedGuard } from "../parts/unsaved-guard.tsx";
import { useDraft } from "../parts/use-draft.ts";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { HostEditor } from "./host-editor.tsx";
import { checkable, copyHost, type EditedHost, hostNetworksOf, newHost, requestOf } from "./host-networks.ts";

export function StaticNetworkPage() {
  const { infraEnvId } = useParams({ from: "/infra-envs/$infraEnvId/network" });
  const query = useQuery(infraEnvQuery(infraEnvId));
  useTitle(texts.staticNetwork.title);
  if (isMissing(query.error)) return <Missing title={texts.infraEnvs.missingTitle}>{texts.infraEnvs.missing}</Missing>;
  return (
    <PageSection isFilled>
      <Loaded query={query} what={texts.staticNetwork.what}>
        {(infraEnv) => <Editor infraEnv={infraEnv} />}
      </Loaded>
    </PageSection>
  );
}

function Editor({ infraEnv }: Readonly<{ infraEnv: InfraEnv }>) {
  const t = texts.staticNetwork;
  const mayEdit = useMayEdit();
  const draft = useDraft<{ hosts: readonly EditedHost[] }>({ hosts: hostNetworksOf(infraEnv) });
  const [chosen, setChosen] = useState(0);
  const { hosts } = draft.values;
  const at = Math.min(chosen, hosts.length - 1);
  const host = hosts[at];
  const settled = useDeferredValue(hosts);
  const problems = useMemo(() => checkHostNetworks(checkable(settled)), [settled]);
  const saving = useMutation({
    mutationFn: async () => {
      const fresh = await queryClient.fetchQuery({ ...infraEnvQuery(infraEnv.id), staleTime: 0 });
      if (draft.conflictsWith({ hosts: hostNetworksOf(fresh) }).length > 0) return;
      const saved = await updateInfraEnv(infraEnv.id, { static_network_config: requestOf(hosts) });
      queryClient.setQueryData(infraEnvQuery(infraEnv.id).queryKey, saved);
      draft.clear();
    },
  });
  const change = (next: readonly EditedHost[], show = at) => {
    draft.set("hosts", next);
    setChosen(Math.max(0, show));
  };
  const problemsOf = (index: number) => problems.filter(({ file }) => file === t.host(index + 1));
  return (
    <>
      <Breadcrumb>
        <BreadcrumbItem>
          <Link to="/infra-envs">{texts.infraEnvs.title}</Link>
        </BreadcrumbItem>
        <BreadcrumbItem>
          <Link to="/infra-envs/$infraEnvId" params={{ infraEnvId: infraEnv.id }}>
            {infraEnv.name}
          </Link>
        </BreadcrumbItem>
        <BreadcrumbItem isActive>{t.title}</BreadcrumbItem>
      </Breadcrumb>
      <div className="mu-spread mu-gap">
        <Title headingLevel="h1">{t.title}</Title>
        {mayEdit && (
          <div className="mu-row">
            <Button variant="secondary" onClick={() => change([...hosts, newHost()], hosts.length)}>
              {t.add}
            </Button>
            <Button
              isLoading={saving.isPending}
              isDisabled={!draft.isDirty || problems.length > 0 || draft.conflicts.length > 0 || saving.isPending}
              onClick={() => saving.mutate()}
            >
              {t.save}
            </Button>
          </div>
        )}
      </div>
      <p className="mu-gap">{t.intro}</p>
      <UnsavedGuard hasChanges={() => draft.isDirty} />
      <ConflictAlert draft={draft} names={{ hosts: t.conflictName }} />
      <Refusal title={texts.general.notSaved} error={saving.error} />
      {saving.isSuccess && !draft.isDirty && <Alert variant="success" isInline className="mu-gap" title={t.saved} />}
      {host === undefined ? (
        <EmptyState titleText={t.none} headingLevel="h2">
          <EmptyStateBody>{texts.discovery.networkNone}</EmptyStateBody>
          {mayEdit && (
            <EmptyStateFooter>
              <EmptyStateActions>
                <Button onClick={() => change([newHost()], 0)}>{t.add}</Button>
              </EmptyStateActions>
            </EmptyStateFooter>
          )}
        </EmptyState>
      ) : (
        <div className="mu-network">
          <nav aria-label={t.hosts}>
            <ul className="mu-host-list">
              {hosts.map((one, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hosts have nothing but their place while they are typed
                <li key={index}>
                  <button type="button" aria-current={index === at} onClick={() => setChosen(index)}>
                    <span>{t.host(index + 1)}</span>
                    <code>{one.macs[0]?.mac}</code>
                    {problemsOf(index).length > 0 && (
                      <span className="mu-host-failed">{t.problems(problemsOf(index).length)}</span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <HostEditor
            key={at}
            host={host}
            problems={problemsOf(at)}
            isEditable={mayEdit}
            onChange={(changed) => change(hosts.map((one, index) => (index === at ? changed : one)))}
            onCopy={() => change([...hosts, copyHost(host)], hosts.length)}
            onRemove={() =>
              change(
                hosts.filter((_, index) => index !== at),
                at - 1,
              )
            }
          />
        </div>
      )}
    </>
  );
}
