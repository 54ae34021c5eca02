// One message of the feed: whom it concerns, and its text, which is made once for all who read it.
import { FeedData } from "@muster/contract";
import type { Policy } from "@muster/core";
import type { Owner } from "../auth/caller.ts";
import type { ChangedResource } from "../history/change.ts";
import { lazySerializer } from "../http/serializer.ts";
import { presentEvent } from "../present/event.ts";
import { leanAggregate, leanHost, leanInfraEnv } from "../present/lean.ts";
import { wireTime } from "../present/wire-text.ts";
import type { Write } from "../store/writer.ts";
import type { ResourceEntry, Subject, Told } from "./entry.ts";

export type Message = Told & Readonly<{ text: () => string }>;

const serialise = lazySerializer(FeedData);

export const frame = (position: number, type: string, data: FeedData): string =>
  `id: ${position}\nevent: ${type}\ndata: ${serialise(data)}\n\n`;

const ids = ({ clusterId, infraEnvId, hostId }: Subject) => ({
  ...(clusterId && { cluster_id: clusterId }),
  ...(infraEnvId && { infra_env_id: infraEnvId }),
  ...(hostId && { host_id: hostId }),
});

/** Of what is gone, that it is; of everything else, its new state. */
export function resourceText(entry: ResourceEntry, resource: ChangedResource | null, policy: Policy): string {
  const { position, kind, id, at, fate } = entry;
  const about = { kind, id, ...ids(entry), at: wireTime(at) };
  if (fate !== "changed") return frame(position, "deleted", about);
  // Gone meanwhile: that is told with its own position.
  return resource ? frame(position, kind, { ...about, ...stateOf(resource, policy) }) : "";
}

export const resourceMessage = (entry: ResourceEntry, resource: ChangedResource, policy: Policy): Message => ({
  ...entry,
  text: once(() => resourceText(entry, resource, policy)),
});

function stateOf(resource: ChangedResource, policy: Policy): Pick<FeedData, "cluster" | "infra_env" | "host"> {
  switch (resource.kind) {
    case "cluster":
      return { cluster: leanAggregate(resource.aggregate) };
    case "infra_env":
      return { infra_env: leanInfraEnv(resource.infraEnv) };
    case "host":
      return { host: leanHost(resource.host, resource.cluster, policy) };
  }
}

export function eventMessage(event: Write["events"][number], position: number, owner: Owner | null): Message {
  const { clusterId = null, infraEnvId = null, hostId = null, requestId = null, props = null } = event;
  const subject = { clusterId, infraEnvId, hostId };
  return {
    ...subject,
    position,
    owner,
    key: `event:${position}`,
    text: once(() => {
      const shown = presentEvent({ ...event, ...subject, requestId, props, number: position });
      return frame(position, "event", { kind: "event", ...ids(subject), at: shown.event_time, event: shown });
    }),
  };
}

function once(make: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= make();
    return text;
  };
}
