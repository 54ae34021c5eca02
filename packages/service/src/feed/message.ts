// One message of the feed: whom it concerns, and its text, which is made once for all who read it.
import { FeedData, type ResourceKind } from "@muster/contract";
import type { Instant, Policy } from "@muster/core";
import type { ChangedResource, Fate, Owner } from "../history/change.ts";
import { lazySerializer } from "../http/serializer.ts";
import { presentEvent } from "../present/event.ts";
import { leanAggregate, leanHost, leanInfraEnv } from "../present/lean.ts";
import { wireTime } from "../present/wire-text.ts";
import type { Write } from "../store/writer.ts";

export type Subject = Readonly<{
  clusterId: string | null;
  infraEnvId: string | null;
  hostId: string | null;
  /** A host that is no longer in the cluster: news for who follows that cluster alone. */
  hasLeft?: boolean;
}>;

export type Message = Subject &
  Readonly<{
    position: number;
    owner: Owner | null;
    /** The resource whose newest message makes older ones needless; null for events. */
    key: string | null;
    text: () => string;
  }>;

const serialise = lazySerializer(FeedData);

export const frame = (position: number, type: string, data: FeedData): string =>
  `id: ${position}\nevent: ${type}\ndata: ${serialise(data)}\n\n`;

const ids = ({ clusterId, infraEnvId, hostId }: Subject) => ({
  ...(clusterId && { cluster_id: clusterId }),
  ...(infraEnvId && { infra_env_id: infraEnvId }),
  ...(hostId && { host_id: hostId }),
});

export function subjectOf(resource: ChangedResource): Subject & Readonly<{ kind: ResourceKind; id: string }> {
  const { kind } = resource;
  switch (kind) {
    case "cluster":
      return {
        kind,
        id: resource.aggregate.root.id,
        clusterId: resource.aggregate.root.id,
        infraEnvId: null,
        hostId: null,
      };
    case "infra_env": {
      const { id, clusterId } = resource.infraEnv;
      return { kind, id, clusterId, infraEnvId: id, hostId: null };
    }
    case "host": {
      const { id, clusterId, infraEnvId } = resource.host;
      return { kind, id, clusterId, infraEnvId, hostId: id, hasLeft: resource.fate === "left" };
    }
  }
}

export function resourceMessage(
  resource: ChangedResource,
  { position, owner, at, policy }: Readonly<{ position: number; owner: Owner | null; at: Instant; policy: Policy }>,
): Message {
  const { kind, id, ...subject } = subjectOf(resource);
  return {
    ...subject,
    position,
    owner,
    key: keyOf({ kind, id, ...subject }),
    text: once(() =>
      isGone(resource.fate)
        ? deletedText({ kind, id, ...subject }, position, at)
        : frame(position, kind, { kind, id, ...ids(subject), at: wireTime(at), ...stateOf(resource, policy) }),
    ),
  };
}

/** The newest message of a resource makes older ones needless; where it has left, others come from elsewhere. */
export const keyOf = ({ kind, id, clusterId, hasLeft }: Subject & Readonly<{ kind: ResourceKind; id: string }>) =>
  hasLeft ? `${kind}:${id}:${clusterId}` : `${kind}:${id}`;

/** From everywhere, or from the place that is told about. */
export const isGone = (fate: Fate | undefined): boolean => fate === "deleted" || fate === "left";

export const deletedText = (
  { kind, id, ...subject }: Subject & Readonly<{ kind: ResourceKind; id: string }>,
  position: number,
  at: Instant,
): string => frame(position, "deleted", { kind, id, ...ids(subject), at: wireTime(at) });

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
    key: null,
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
