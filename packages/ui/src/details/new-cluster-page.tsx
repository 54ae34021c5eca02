import type { OpenshiftVersions } from "@muster/contract";
import { Breadcrumb, BreadcrumbItem, Button, PageSection, Title } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { createCluster, createInfraEnv } from "../api/actions.ts";
import { clustersQuery, versionsQuery } from "../api/queries.ts";
import { useTitle } from "../app/use-title.ts";
import { infraEnvRequest } from "../discovery/infra-env-request.ts";
import { ButtonLink } from "../parts/button-link.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { UnsavedGuard } from "../parts/unsaved-guard.tsx";
import { texts } from "../texts/index.ts";
import { createRequest, type DetailsFields, defaultVersion, detailsProblems, emptyDetails } from "./details-fields.ts";
import { DetailsForm, detailsFormId } from "./details-form.tsx";

export function NewClusterPage() {
  useTitle(texts.details.createTitle);
  const versions = useQuery(versionsQuery());
  return (
    <PageSection isFilled>
      <Breadcrumb className="mu-gap">
        <BreadcrumbItem>
          <Link to="/clusters">{texts.clusters.title}</Link>
        </BreadcrumbItem>
        <BreadcrumbItem isActive>{texts.details.createTitle}</BreadcrumbItem>
      </Breadcrumb>
      <Title headingLevel="h1" className="mu-gap">
        {texts.details.createTitle}
      </Title>
      <Loaded query={versions} what={texts.details.what}>
        {(known) => <NewCluster versions={known} />}
      </Loaded>
    </PageSection>
  );
}

function NewCluster({ versions }: Readonly<{ versions: OpenshiftVersions }>) {
  const navigate = useNavigate();
  const { data: clusters = [] } = useQuery(clustersQuery());
  const [values, setValues] = useState<DetailsFields>({ ...emptyDetails, version: defaultVersion(versions) });
  const [touched, setTouched] = useState<ReadonlySet<keyof DetailsFields>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const taken = clusters.flatMap(({ name }) => name ?? []);
  const problems = detailsProblems(values, { taken, secretKnown: false });
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([name]) => attempts > 0 || [...touched].some((candidate) => candidate === name)),
  );
  const isCreated = useRef(false);
  const creation = useMutation({
    mutationFn: async () => {
      const cluster = await createCluster(createRequest(values));
      // The image belongs to the step of the hosts, which can make it again should this fail.
      await createInfraEnv(infraEnvRequest(cluster, values.pullSecret.trim(), values.sshKey.trim())).catch(() => {});
      return cluster;
    },
    onSuccess: ({ id }) => {
      isCreated.current = true;
      const params = { clusterId: id, step: "operators" };
      // Back from there leads to the list, not to an empty form that would make a second one.
      return navigate({ to: "/clusters/$clusterId/setup/$step", params, replace: true });
    },
  });
  const form = useRef<HTMLDivElement>(null);
  // The button is below a long form: the first mistake comes into view, ready to be mended.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const create = () => {
    setAttempts((old) => old + 1);
    if (Object.keys(problems).length === 0 && !creation.isPending) creation.mutate();
  };
  return (
    <div ref={form}>
      <UnsavedGuard hasChanges={() => touched.size > 0 && !isCreated.current} />
      <Refusal title={texts.details.createRefused} error={creation.error} />
      <DetailsForm
        values={values}
        problems={shown}
        versions={versions}
        fixed={false}
        secretKnown={false}
        disabled={creation.isPending}
        onSubmit={create}
        set={(name, value) => {
          setValues((old) => ({ ...old, [name]: value }));
          setTouched((old) => new Set(old).add(name));
        }}
      />
      <div className="mu-row mu-footer">
        <Button isLoading={creation.isPending} isDisabled={creation.isPending} type="submit" form={detailsFormId}>
          {texts.details.create}
        </Button>
        <ButtonLink variant="link" to="/clusters">
          {texts.general.cancel}
        </ButtonLink>
      </div>
    </div>
  );
}
