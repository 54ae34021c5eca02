import type { InstallPlan } from "@muster/contract";
import { Alert, Button, Card, CardBody, CardTitle } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { actOnCluster } from "../api/actions.ts";
import { manifestsQuery, planQuery } from "../api/queries.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { hostRowsQuery } from "../live/live.ts";
import { diskSize, duration } from "../parts/amounts.ts";
import { checkTitle } from "../parts/check-title.ts";
import { Facts } from "../parts/facts.tsx";
import { Finding } from "../parts/finding.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Pager, usePage } from "../parts/pager.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { mendingStep } from "../wizard/blockers.ts";
import { StepFrame } from "../wizard/step-frame.tsx";
import { StepLink } from "../wizard/step-link.tsx";
import type { Step } from "../wizard/steps.ts";

const shownBlockers = 10;

export function ReviewStep() {
  const cluster = useCluster();
  const query = useQuery(planQuery(cluster.id));
  return (
    <StepFrame step="review">
      <Loaded query={query} what={texts.review.what}>
        {(plan) => <Plan plan={plan} />}
      </Loaded>
    </StepFrame>
  );
}

function Plan({ plan }: Readonly<{ plan: InstallPlan }>) {
  const cluster = useCluster();
  const navigate = useNavigate();
  const mayEdit = useMayEdit();
  const { data: manifests = [] } = useQuery(manifestsQuery(cluster.id));
  const { data: rows = [] } = useQuery(hostRowsQuery({ cluster_id: cluster.id }));
  const t = texts.review;
  const install = useMutation({
    mutationFn: () => actOnCluster("v2InstallCluster", cluster.id),
    onSuccess: () => navigate({ to: "/clusters/$clusterId/installation", params: { clusterId: cluster.id } }),
  });
  const list = (items: readonly string[]) => items.join(", ") || t.none;
  return (
    <>
      <Refusal title={t.refused} error={install.error} />
      <Alert
        isInline
        className="mu-gap"
        variant={plan.state === "possible" ? "success" : plan.state === "blocked" ? "warning" : "info"}
        title={plan.summary}
      >
        {plan.state === "possible" && t.erases}
        {plan.blockers.length > 0 && (
          <ul className="mu-checks">
            {plan.blockers.slice(0, shownBlockers).map((cause) => (
              <li key={`${cause.id} ${cause.subject.id}`} data-check={cause.id}>
                <div>
                  <strong>
                    {cause.subject.kind === "host" && `${cause.subject.name}: `}
                    {checkTitle(cause.id)}
                  </strong>
                  <Finding message={cause.says} cause={cause} />
                  <MendLink clusterId={cluster.id} step={mendingStep(cause, cluster, rows)} />
                </div>
              </li>
            ))}
          </ul>
        )}
        {plan.blockers.length > shownBlockers && t.moreBlockers(plan.blockers.length - shownBlockers)}
      </Alert>
      {mayEdit && (
        <Button
          className="mu-gap"
          size="lg"
          isDisabled={cluster.status !== "ready" || install.isPending}
          isLoading={install.isPending}
          onClick={() => install.mutate()}
        >
          {t.install}
        </Button>
      )}
      <div className="mu-columns">
        <Card isCompact>
          <CardTitle component="h3">{t.cluster}</CardTitle>
          <CardBody>
            <Facts
              facts={[
                [texts.details.name, `${plan.name}.${cluster.base_dns_domain}`],
                [t.version, plan.openshift_version],
                [t.release, <code key="image">{plan.release_image}</code>],
                [t.platform, plan.platform],
                [t.operators, list(plan.operators)],
                [t.manifests, list(manifests.flatMap(({ file_name }) => file_name ?? []))],
              ]}
            />
          </CardBody>
        </Card>
        <Card isCompact>
          <CardTitle component="h3">{t.networks}</CardTitle>
          <CardBody>
            <Facts
              facts={[
                [t.networkType, plan.network_type],
                [t.machineNetworks, list(plan.machine_networks)],
                [t.apiVips, list(plan.api_vips)],
                [t.ingressVips, list(plan.ingress_vips)],
                [t.clusterNetworks, list(plan.cluster_networks)],
                [t.serviceNetworks, list(plan.service_networks)],
              ]}
            />
          </CardBody>
        </Card>
        <Card isCompact>
          <CardTitle component="h3">{t.stepsTitle}</CardTitle>
          <CardBody>
            <ol className="mu-plan">
              {plan.steps.map((step) => (
                <li key={step.id}>
                  <strong>{step.title}</strong>
                  {step.timeout_seconds !== undefined && (
                    <span className="mu-muted"> ({t.timeout(duration(step.timeout_seconds * 1_000))})</span>
                  )}
                  <div>{step.detail}</div>
                </li>
              ))}
            </ol>
          </CardBody>
        </Card>
      </div>
      <PlannedHosts hosts={plan.hosts} />
    </>
  );
}

/** Nothing where this step itself is the place: a link to where one is helps nobody. */
const MendLink = (props: Readonly<{ clusterId: string; step: Step }>) =>
  props.step === "review" ? null : <StepLink {...props} />;

function PlannedHosts({ hosts }: Readonly<{ hosts: InstallPlan["hosts"] }>) {
  const page = usePage(hosts);
  const { columns, bootstrap, hostsTitle } = texts.review;
  return (
    <Card isCompact className="mu-subtitle">
      <CardTitle component="h3">{hostsTitle}</CardTitle>
      <CardBody>
        <Table variant="compact" aria-label={hostsTitle}>
          <Thead>
            <Tr>
              <Th>{columns.name}</Th>
              <Th>{columns.role}</Th>
              <Th>{columns.disk}</Th>
              <Th>{columns.erased}</Th>
              <Th>{columns.address}</Th>
            </Tr>
          </Thead>
          <Tbody>
            {page.items.map((host) => (
              <Tr key={host.id}>
                <Td dataLabel={columns.name} className="mu-name">
                  {host.hostname}
                </Td>
                <Td dataLabel={columns.role}>
                  {texts.roles[host.role]}
                  {host.bootstrap && <div className="mu-muted">{bootstrap}</div>}
                </Td>
                <Td dataLabel={columns.disk}>
                  {host.install_disk && `${host.install_disk.path} (${diskSize(host.install_disk.size_bytes)})`}
                </Td>
                <Td dataLabel={columns.erased}>{host.formatted_disks.join(", ") || "–"}</Td>
                <Td dataLabel={columns.address}>{host.addresses.join(", ")}</Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
        <Pager {...page} />
      </CardBody>
    </Card>
  );
}
