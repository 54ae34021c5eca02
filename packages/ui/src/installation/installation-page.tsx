import type { Cluster } from "@muster/contract";
import { Alert, Button, Progress, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { actOnCluster, downloads } from "../api/actions.ts";
import { statsQuery } from "../api/queries.ts";
import { useTitle } from "../app/use-title.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { statusGroups } from "../clusters/cluster-table.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { instant } from "../live/host-row.ts";
import { hostRowsQuery } from "../live/live.ts";
import { duration, moment } from "../parts/amounts.ts";
import { Confirm } from "../parts/confirm.tsx";
import { DownloadButton } from "../parts/download-button.tsx";
import { type Fact, Facts } from "../parts/facts.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { useNow } from "../parts/use-now.ts";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { Credentials } from "./credentials.tsx";
import { HostTimeline } from "./host-timeline.tsx";
import { OperatorList } from "./operator-list.tsx";
import { timeLeft } from "./time-left.ts";

export function InstallationPage() {
  const cluster = useCluster();
  const t = texts.installation;
  useTitle(`${t.progress} · ${cluster.name}`);
  const query = useQuery(hostRowsQuery({ cluster_id: cluster.id }));
  const waiting = (query.data ?? []).filter(({ status }) => status === "installing-pending-user-action");
  return (
    <>
      {waiting.length > 0 && (
        <Alert variant="warning" isInline role="alert" className="mu-gap" title={t.actionTitle(waiting.length)}>
          {waiting.map(({ id, name, statusInfo }) => (
            <p key={id}>
              <strong>{name}</strong>: {statusInfo}
            </p>
          ))}
          <p className="mu-muted">{t.actionRemedy}</p>
        </Alert>
      )}
      <Outcome cluster={cluster} />
      <div className="mu-columns mu-gap">
        <OverallProgress cluster={cluster} />
        <Buttons cluster={cluster} hasHostLogs={(query.data ?? []).some(({ hasLogs }) => hasLogs)} />
      </div>
      {(cluster.status === "installed" || cluster.status === "adding-hosts") && <Credentials cluster={cluster} />}
      <Title headingLevel="h2" size="lg" className="mu-subtitle">
        {t.hostsTitle}
      </Title>
      <Loaded query={query} what={texts.hosts.what}>
        {(rows) => <HostTimeline rows={rows} />}
      </Loaded>
      <OperatorList operators={cluster.monitored_operators ?? []} />
    </>
  );
}

function Outcome({ cluster: { id, status, status_info } }: Readonly<{ cluster: Cluster }>) {
  const t = texts.installation;
  // After a reset people are still here.
  if (isDraft({ status })) {
    return (
      <Alert isInline className="mu-gap" title={t.notBegunTitle}>
        <Link to="/clusters/$clusterId" params={{ clusterId: id }}>
          {t.notBegun}
        </Link>
      </Alert>
    );
  }
  if (status === "error") {
    return (
      <Alert variant="danger" isInline className="mu-gap" title={t.failedTitle}>
        {status_info}
      </Alert>
    );
  }
  if (status === "cancelled") return <Alert variant="warning" isInline className="mu-gap" title={t.cancelledTitle} />;
  if (status === "installed" || status === "adding-hosts") {
    return <Alert variant="success" isInline className="mu-gap" title={t.doneTitle} />;
  }
  return null;
}

function OverallProgress({ cluster }: Readonly<{ cluster: Cluster }>) {
  const now = useNow(1_000);
  const { data: stats } = useQuery(statsQuery());
  const { progress = {} } = cluster;
  const t = texts.installation;
  const startedAt = instant(cluster.install_started_at);
  const completedAt = instant(cluster.install_completed_at);
  const isUnderWay = (statusGroups.underWay as readonly string[]).includes(cluster.status);
  const usual = stats?.installs.by.find(({ openshift_version }) => openshift_version === cluster.openshift_version);
  const usualMs = usual?.duration_p50_seconds === undefined ? undefined : usual.duration_p50_seconds * 1_000;
  const left = timeLeft({ startedAt, percent: progress.total_percentage ?? 0 }, now, usualMs);
  const facts: Fact[] = [
    [t.started, startedAt > 0 ? moment(startedAt) : ""],
    ...(completedAt > 0
      ? ([
          [t.finished, moment(completedAt)],
          [t.took, duration(completedAt - startedAt)],
        ] satisfies Fact[])
      : []),
    ...(isUnderWay
      ? ([
          [t.elapsed, startedAt > 0 ? duration(now - startedAt) : ""],
          [t.left, left === null ? t.leftUnknown : duration(left)],
        ] satisfies Fact[])
      : []),
  ];
  const variant = cluster.status === "error" ? ({ variant: "danger" } as const) : {};
  return (
    <div>
      <Progress id="overall" title={t.overall} value={progress.total_percentage ?? 0} {...variant} />
      <div className="mu-parts">
        <Progress
          id="preparing"
          size="sm"
          title={t.parts.preparing}
          value={progress.preparing_for_installation_stage_percentage ?? 0}
        />
        <Progress
          id="installing"
          size="sm"
          title={t.parts.installing}
          value={progress.installing_stage_percentage ?? 0}
        />
        <Progress
          id="finalizing"
          size="sm"
          title={
            isUnderWay && progress.finalizing_stage
              ? `${t.parts.finalizing}: ${progress.finalizing_stage}`
              : t.parts.finalizing
          }
          value={progress.finalizing_stage_percentage ?? 0}
          {...(progress.finalizing_stage_timed_out && { variant: "warning", helperText: t.timedOut })}
        />
      </div>
      <Facts facts={facts} />
    </div>
  );
}

function Buttons({ cluster, hasHostLogs }: Readonly<{ cluster: Cluster; hasHostLogs: boolean }>) {
  const mayEdit = useMayEdit();
  const [asking, setAsking] = useState<"cancel" | "reset" | null>(null);
  const t = texts.installation;
  const isUnderWay = (statusGroups.underWay as readonly string[]).includes(cluster.status);
  const isOver = cluster.status === "error" || cluster.status === "cancelled";
  const hasLogs = hasHostLogs || instant(cluster.controller_logs_collected_at) > 0;
  return (
    <div className="mu-row mu-top">
      <DownloadButton
        isDisabled={!hasLogs}
        title={hasLogs ? "" : t.noLogs}
        fetchFile={() => downloads.logs(cluster.id)}
        fileName={`${cluster.name}-logs.tar`}
      >
        {t.logs}
      </DownloadButton>
      {mayEdit && isUnderWay && (
        <Button variant="secondary" isDanger onClick={() => setAsking("cancel")}>
          {t.cancel}
        </Button>
      )}
      {mayEdit && isOver && (
        <Button variant="secondary" onClick={() => setAsking("reset")}>
          {t.reset}
        </Button>
      )}
      {asking === "cancel" && (
        <Confirm
          title={t.cancelTitle}
          action={t.cancel}
          run={() => actOnCluster("V2CancelInstallation", cluster.id)}
          onClose={() => setAsking(null)}
        >
          {t.cancelBody}
        </Confirm>
      )}
      {asking === "reset" && (
        <Confirm
          title={t.resetTitle}
          action={t.reset}
          run={() => actOnCluster("v2ResetCluster", cluster.id)}
          onClose={() => setAsking(null)}
        >
          {t.resetBody}
        </Confirm>
      )}
    </div>
  );
}
