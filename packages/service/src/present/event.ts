import type { Event } from "@muster/contract";
import type { EventPage } from "../events/list.ts";
import { defined } from "./defined.ts";
import { wireTime } from "./wire-text.ts";

export function presentEvent(row: EventPage["events"][number]): Event {
  return defined({
    name: row.name,
    cluster_id: row.clusterId ?? undefined,
    host_id: row.hostId ?? undefined,
    infra_env_id: row.infraEnvId ?? undefined,
    severity: row.severity,
    category: row.category,
    message: row.message,
    event_time: wireTime(row.time.getTime()),
    request_id: row.requestId ?? undefined,
    props: row.props && Object.keys(row.props).length > 0 ? JSON.stringify(row.props) : undefined,
  });
}
