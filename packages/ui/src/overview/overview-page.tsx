import type { Cluster, Host, InstallStats, Stats } from "@muster/contract";
import { Card, CardBody, CardTitle, PageSection, Title } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useQuery } from "@tanstack/react-query";
import { readyQuery, statsQuery } from "../api/queries.ts";
import { useTitle } from "../app/use-title.ts";
import { duration } from "../parts/amounts.ts";
import { Facts } from "../parts/facts.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { texts } from "../texts/index.ts";
import { Bars, Ring } from "./bars.tsx";

export function OverviewPage() {
  useTitle(texts.overview.title);
  const query = useQuery(statsQuery());
  return (
    <PageSection isFilled>
      <Title headingLevel="h1" className="mu-gap">
        {texts.overview.title}
      </Title>
      <Loaded query={query} what={texts.overview.what}>
        {(stats) => <Numbers stats={stats} />}
      </Loaded>
    </PageSection>
  );
}

function Numbers({ stats }: Readonly<{ stats: Stats }>) {
  const t = texts.overview;
  return (
    <div className="mu-columns">
      <Card isCompact>
        <CardTitle component="h2">
          {stats.clusters.total} {t.clusters}
        </CardTitle>
        <CardBody>
          <Bars label={`${t.clusters}, ${t.byStatus}`} bars={bars(stats.clusters.by_status, texts.clusterStatuses)} />
        </CardBody>
      </Card>
      <Card isCompact>
        <CardTitle component="h2">
          {stats.hosts.total} {t.hosts}
        </CardTitle>
        <CardBody>
          <Bars label={`${t.hosts}, ${t.byStatus}`} bars={bars(stats.hosts.by_status, texts.hostStatuses)} />
          <p className="mu-muted">{t.unbound(stats.hosts.unbound)}</p>
        </CardBody>
      </Card>
      <Installs installs={stats.installs} />
      <Health stats={stats} />
    </div>
  );
}

const bars = (
  counts: Readonly<Record<string, number>>,
  names: Readonly<Record<Cluster["status"], string>> | Readonly<Record<Host["status"], string>>,
) =>
  Object.entries(counts)
    .filter(([, value]) => value > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([status, value]) => ({ label: new Map(Object.entries(names)).get(status) ?? status, value }));

function Installs({ installs }: Readonly<{ installs: Stats["installs"] }>) {
  const t = texts.overview;
  const ended = installs.succeeded + installs.failed + installs.cancelled;
  return (
    <Card isCompact>
      <CardTitle component="h2">{t.installs}</CardTitle>
      <CardBody>
        {ended + installs.under_way === 0 ? (
          t.noInstalls
        ) : (
          <>
            <div className="mu-ring-row">
              {installs.success_rate !== undefined && <Ring share={installs.success_rate} label={t.successRate} />}
              <Bars
                label={t.installs}
                bars={[
                  { label: t.succeeded, value: installs.succeeded, tone: "success" },
                  { label: t.failed, value: installs.failed, tone: "danger" },
                  { label: t.cancelled, value: installs.cancelled, tone: "warning" },
                  { label: t.underWay, value: installs.under_way, tone: "info" },
                ]}
              />
            </div>
            <Durations rows={installs.by} />
          </>
        )}
      </CardBody>
    </Card>
  );
}

function Durations({ rows }: Readonly<{ rows: readonly InstallStats[] }>) {
  const t = texts.overview;
  const known = rows.filter(({ duration_p50_seconds }) => duration_p50_seconds !== undefined);
  if (known.length === 0) return null;
  const most = Math.max(1, ...known.map(({ duration_p90_seconds = 0 }) => duration_p90_seconds));
  return (
    <>
      <Title headingLevel="h3" size="md" className="mu-subtitle">
        {t.durations}
      </Title>
      <p className="mu-muted">{t.durationsHelp}</p>
      <Table variant="compact" borders={false} aria-label={t.durations}>
        <Thead>
          <Tr>
            <Th>{t.version}</Th>
            <Th>{t.topology}</Th>
            <Th>{t.median}</Th>
            <Th>{t.p90}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {known.map((row) => (
            <Tr key={`${row.openshift_version} ${row.platform} ${row.topology}`}>
              <Td dataLabel={t.version}>{row.openshift_version}</Td>
              <Td dataLabel={t.topology}>{t.topologies[row.topology]}</Td>
              <Td dataLabel={t.median}>{duration((row.duration_p50_seconds ?? 0) * 1_000)}</Td>
              <Td dataLabel={t.p90}>
                {duration((row.duration_p90_seconds ?? 0) * 1_000)}
                <div className="mu-range" aria-hidden="true">
                  <span style={{ inlineSize: `${((row.duration_p90_seconds ?? 0) / most) * 100}%` }} />
                  <span style={{ inlineSize: `${((row.duration_p50_seconds ?? 0) / most) * 100}%` }} />
                </div>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  );
}

function Health({ stats: { service, infra_envs } }: Readonly<{ stats: Stats }>) {
  const t = texts.overview;
  const ready = useQuery(readyQuery());
  return (
    <Card isCompact>
      <CardTitle component="h2">{t.service}</CardTitle>
      <CardBody>
        <Facts
          facts={[
            [
              t.ready,
              ready.isSuccess ? texts.general.yes : ready.isError ? `${texts.general.no}: ${ready.error.message}` : "…",
            ],
            [t.serviceVersion, service.version],
            [t.uptime, duration(service.uptime_seconds * 1_000)],
            [t.database, t.databases[service.database]],
            [t.auth, service.auth_type],
            [t.readers, String(service.feed_readers)],
            [t.inMemory, String(service.hosts_in_memory)],
            [t.infraEnvs, String(infra_envs.total)],
          ]}
        />
      </CardBody>
    </Card>
  );
}
