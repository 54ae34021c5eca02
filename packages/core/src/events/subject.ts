import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import { draftEvent, type EventName, type PropsOf } from "./catalogue.ts";
import type { EventDraft } from "./draft.ts";

export const aboutHost = <Name extends EventName>(
  name: Name,
  { id, clusterId, infraEnvId }: Host,
  props: PropsOf<Name>,
): EventDraft => draftEvent(name, { hostId: id, clusterId, infraEnvId }, props);

export const aboutCluster = <Name extends EventName>(name: Name, cluster: Cluster, props: PropsOf<Name>): EventDraft =>
  draftEvent(name, { clusterId: cluster.id }, props);
