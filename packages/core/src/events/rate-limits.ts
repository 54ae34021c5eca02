import { type Instant, minute } from "../model/instant.ts";
import type { EventName } from "./catalogue.ts";
import type { EventDraft } from "./draft.ts";

/** Events that a machine can cause at every poll: at most one per subject in this time. `EVENT_RATE_LIMITS` overrides. */
export const defaultEventRateLimits: Readonly<Partial<Record<EventName, Instant>>> = {
  upgrade_agent_started: 10 * minute,
  upgrade_agent_failed: 10 * minute,
  host_registration_failed: 10 * minute,
  disk_speed_slower_than_supported: 10 * minute,
  host_media_disconnected: minute,
};

/** Events with the same key count against the same limit. */
export const eventRateLimitKey = ({ name, clusterId, hostId, infraEnvId }: EventDraft): string =>
  [name, hostId ?? clusterId ?? infraEnvId ?? ""].join("/");
