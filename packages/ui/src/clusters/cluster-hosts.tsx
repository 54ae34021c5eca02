import { useTitle } from "../app/use-title.ts";
import { HostsPanel } from "../hosts/hosts-panel.tsx";
import { texts } from "../texts/index.ts";
import { useCluster } from "./cluster-context.ts";

export function ClusterHosts() {
  const cluster = useCluster();
  useTitle(`${texts.hosts.title} · ${cluster.name}`);
  return <HostsPanel scope={{ cluster_id: cluster.id }} cluster={cluster} />;
}
