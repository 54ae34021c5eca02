import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { hostRowsQuery } from "../live/live.ts";
import { Loaded } from "../parts/loaded.tsx";
import { texts } from "../texts/index.ts";
import { suggestedStep } from "../wizard/blockers.ts";
import { useCluster } from "./cluster-context.ts";
import { mainView } from "./cluster-view.ts";

/** Leads to where this cluster goes on. */
export function ClusterStart() {
  const cluster = useCluster();
  const query = useQuery(hostRowsQuery({ cluster_id: cluster.id }));
  const params = { clusterId: cluster.id };
  switch (mainView(cluster)) {
    case "installation":
      return <Navigate to="/clusters/$clusterId/installation" params={params} replace />;
    case "add-hosts":
      return <Navigate to="/clusters/$clusterId/add-hosts" params={params} replace />;
    case "setup":
      return (
        <Loaded query={query} what={texts.hosts.what}>
          {(rows) => (
            <Navigate
              to="/clusters/$clusterId/setup/$step"
              params={{ ...params, step: suggestedStep(cluster, rows) }}
              replace
            />
          )}
        </Loaded>
      );
  }
}
