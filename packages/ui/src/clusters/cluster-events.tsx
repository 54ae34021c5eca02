import { useTitle } from "../app/use-title.ts";
import { EventList } from "../events/event-list.tsx";
import { texts } from "../texts/index.ts";
import { useCluster } from "./cluster-context.ts";

export function ClusterEvents() {
  const cluster = useCluster();
  useTitle(`${texts.events.title} · ${cluster.name}`);
  return <EventList filter={{ cluster_id: cluster.id }} />;
}
