import { Button } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { actOnHost } from "../api/actions.ts";
import { useTitle } from "../app/use-title.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { DiscoveryDialog } from "../discovery/discovery-dialog.tsx";
import { forEachHost } from "../hosts/for-each-host.ts";
import { mayDo } from "../hosts/host-actions.ts";
import { HostsPanel } from "../hosts/hosts-panel.tsx";
import { hostRowsQuery } from "../live/live.ts";
import { Refusal } from "../parts/refusal.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";

/** Day 2: more machines for a cluster that runs. */
export function AddHostsPage() {
  const cluster = useCluster();
  const mayEdit = useMayEdit();
  const [adding, setAdding] = useState(false);
  const { data: rows = [] } = useQuery(hostRowsQuery({ cluster_id: cluster.id }));
  useTitle(`${texts.addHosts.title} · ${cluster.name}`);
  const ready = rows.filter(({ status, hasLogs }) => mayDo("install", { status, hasLogs, cluster: cluster.status }));
  const installing = useMutation({ mutationFn: () => forEachHost(ready, (host) => actOnHost("v2InstallHost", host)) });
  return (
    <>
      <p className="mu-gap">{texts.addHosts.intro}</p>
      <Refusal title={texts.addHosts.refused} error={installing.error} onClose={installing.reset} />
      {mayEdit && (
        <div className="mu-row mu-gap">
          <Button onClick={() => setAdding(true)}>{texts.discovery.open}</Button>
          <Button
            variant="secondary"
            isDisabled={ready.length === 0 || installing.isPending}
            isLoading={installing.isPending}
            onClick={() => installing.mutate()}
          >
            {ready.length === 0 ? texts.addHosts.noneReady : texts.addHosts.installReady(ready.length)}
          </Button>
        </div>
      )}
      <HostsPanel scope={{ cluster_id: cluster.id }} cluster={cluster} />
      {adding && <DiscoveryDialog cluster={cluster} onClose={() => setAdding(false)} />}
    </>
  );
}
