import type { InfraEnv } from "@muster/contract";
import { Button, EmptyState, PageSection, Title } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deleteInfraEnv } from "../api/actions.ts";
import { clustersQuery, infraEnvsQuery } from "../api/queries.ts";
import { useTitle } from "../app/use-title.ts";
import { InfraEnvDialog } from "../discovery/discovery-dialog.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { NewInfraEnv } from "./new-infra-env.tsx";

type Dialog = Readonly<{ kind: "create" } | { kind: "show" | "delete"; infraEnv: InfraEnv }>;

export function InfraEnvsPage() {
  const t = texts.infraEnvs;
  useTitle(t.title);
  const mayEdit = useMayEdit();
  const query = useQuery(infraEnvsQuery());
  const [dialog, setDialog] = useState<Dialog | null>(null);
  return (
    <PageSection isFilled>
      <div className="mu-spread mu-gap">
        <Title headingLevel="h1">{t.title}</Title>
        {mayEdit && <Button onClick={() => setDialog({ kind: "create" })}>{t.create}</Button>}
      </div>
      <p className="mu-gap">{t.intro}</p>
      <Loaded query={query} what={t.what}>
        {(infraEnvs) =>
          infraEnvs.length === 0 ? (
            <EmptyState titleText={t.none} headingLevel="h2" />
          ) : (
            <InfraEnvTable infraEnvs={infraEnvs} mayEdit={mayEdit} onDialog={setDialog} />
          )
        }
      </Loaded>
      {dialog?.kind === "create" && <NewInfraEnv onClose={() => setDialog(null)} />}
      {dialog?.kind === "show" && <InfraEnvDialog infraEnv={dialog.infraEnv} onClose={() => setDialog(null)} />}
      {dialog?.kind === "delete" && (
        <Confirm
          title={t.deleteTitle(dialog.infraEnv.name)}
          action={texts.general.delete}
          run={() => deleteInfraEnv(dialog.infraEnv.id)}
          onClose={() => setDialog(null)}
        >
          {t.deleteBody}
        </Confirm>
      )}
    </PageSection>
  );
}

function InfraEnvTable({
  infraEnvs,
  mayEdit,
  onDialog,
}: Readonly<{ infraEnvs: readonly InfraEnv[]; mayEdit: boolean; onDialog: (dialog: Dialog) => void }>) {
  const { data: clusters = [] } = useQuery(clustersQuery());
  const names = new Map(clusters.map(({ id, name }) => [id, name]));
  const { columns, pool, show, hosts, network } = texts.infraEnvs;
  return (
    <Table variant="compact" aria-label={texts.infraEnvs.title}>
      <Thead>
        <Tr>
          <Th>{columns.name}</Th>
          <Th>{columns.cluster}</Th>
          <Th>{columns.type}</Th>
          <Th>{columns.version}</Th>
          <Th>{columns.architecture}</Th>
          <Th screenReaderText={columns.actions} />
        </Tr>
      </Thead>
      <Tbody>
        {infraEnvs.map((infraEnv) => (
          <Tr key={infraEnv.id}>
            <Td dataLabel={columns.name} className="mu-name">
              {infraEnv.name}
            </Td>
            <Td dataLabel={columns.cluster} className="mu-name">
              {infraEnv.cluster_id === undefined ? (
                pool
              ) : (
                <Link to="/clusters/$clusterId" params={{ clusterId: infraEnv.cluster_id }}>
                  {names.get(infraEnv.cluster_id) ?? infraEnv.cluster_id}
                </Link>
              )}
            </Td>
            <Td dataLabel={columns.type} modifier="nowrap">
              {infraEnv.type}
            </Td>
            <Td dataLabel={columns.version}>{infraEnv.openshift_version}</Td>
            <Td dataLabel={columns.architecture}>{infraEnv.cpu_architecture}</Td>
            <Td>
              <div className="mu-row">
                <Link to="/infra-envs/$infraEnvId" params={{ infraEnvId: infraEnv.id }}>
                  {hosts}
                </Link>
                <Link to="/infra-envs/$infraEnvId/network" params={{ infraEnvId: infraEnv.id }}>
                  {network}
                </Link>
                {mayEdit && (
                  <Button variant="link" isInline onClick={() => onDialog({ kind: "show", infraEnv })}>
                    {show}
                  </Button>
                )}
                {mayEdit && (
                  <Button variant="link" isInline isDanger onClick={() => onDialog({ kind: "delete", infraEnv })}>
                    {texts.general.delete}
                  </Button>
                )}
              </div>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
