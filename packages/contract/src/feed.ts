// Follows the live feed, in Node and in a browser: reads the stream, knows where it was, and comes back after a break.
import type { Client } from "./client.ts";
import { ApiError } from "./client-error.ts";
import type { Event } from "./models/event.ts";
import type { FeedData, ResourceKind } from "./models/muster/feed.ts";
import type { LeanCluster, LeanHost, LeanInfraEnv } from "./models/muster/lean.ts";
import { type ServerSentEvent, serverSentEvents } from "./server-sent-events.ts";

type Ids = Readonly<{
  position: number;
  at: string;
  cluster_id: string | undefined;
  infra_env_id: string | undefined;
  host_id: string | undefined;
}>;

export type FeedMessage =
  /** Connected: what is fetched from now on is not older than what follows. */
  | Readonly<{ type: "open"; position: number }>
  | (Ids & Readonly<{ type: "cluster"; id: string; cluster: LeanCluster }>)
  | (Ids & Readonly<{ type: "infra_env"; id: string; infra_env: LeanInfraEnv }>)
  | (Ids & Readonly<{ type: "host"; id: string; host: LeanHost }>)
  | (Ids & Readonly<{ type: "event"; event: Event }>)
  | (Ids & Readonly<{ type: "deleted"; kind: ResourceKind; id: string }>)
  /** Too much happened since the position: fetch everything again. */
  | Readonly<{ type: "reset"; position: number; reason: string }>
  /** The connection broke; it is tried again. */
  | Readonly<{ type: "lost"; reason: string }>;

export type FollowOptions = Readonly<{
  cluster_id?: string | undefined;
  infra_env_id?: string | undefined;
  host_id?: string | undefined;
  /** From here on, without a gap; left out, from now on. */
  since?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The pause before the first attempt to come back; it grows with each that fails, to a minute at most. */
  retryMs?: number;
  /** Silence for longer than this is a broken connection: heartbeats come more often. */
  silenceMs?: number;
}>;

const longestPauseMs = 60_000;

/** Never ends by itself: leave the loop, or abort the signal. Throws when the service refuses (ApiError below 500). */
export async function* followFeed(
  client: Pick<Client, "call">,
  options: FollowOptions = {},
): AsyncGenerator<FeedMessage> {
  const { signal, retryMs = 500, silenceMs = 45_000, since, ...filter } = options;
  let position = since;
  let pause = retryMs;
  while (!signal?.aborted) {
    try {
      for await (const message of connection(client, filter, position, { signal, silenceMs })) {
        pause = retryMs;
        if ("position" in message) position = message.position;
        if (message.type !== "heartbeat") yield message;
      }
      if (signal?.aborted) return;
      yield { type: "lost", reason: "the service closed the connection" };
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof ApiError && error.status < 500) throw error;
      yield { type: "lost", reason: error instanceof Error ? error.message : String(error) };
    }
    await wait(pause, signal);
    pause = Math.min(pause * 2, longestPauseMs);
  }
}

type Heartbeat = Readonly<{ type: "heartbeat"; position: number }>;

async function* connection(
  client: Pick<Client, "call">,
  filter: Readonly<Record<string, string | undefined>>,
  position: number | undefined,
  { signal, silenceMs }: Readonly<{ signal: AbortSignal | undefined; silenceMs: number }>,
): AsyncGenerator<FeedMessage | Heartbeat> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error("nothing was heard from the service"));
  let timer = setTimeout(giveUp, silenceMs);
  try {
    const response = await client.call("musterFeed", {
      query: filter,
      ...(position !== undefined && { headers: { "last-event-id": String(position) } }),
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    let open = false;
    for await (const event of serverSentEvents(response)) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, silenceMs);
      if (event.data !== "") yield messageOf(event);
      else if (open) yield { type: "heartbeat", position: Number(event.id) };
      else {
        open = true;
        yield { type: "open", position: Number(event.id) };
      }
    }
  } finally {
    clearTimeout(timer);
    // Leaving the loop must end the request, too.
    silence.abort();
  }
}

function messageOf({ id, event: type, data }: ServerSentEvent): FeedMessage {
  const { kind, ...fields }: FeedData = JSON.parse(data);
  const position = Number(id);
  // The service and this client share the schema that says which field goes with which type.
  if (type === "reset") return { type, position, reason: fields.reason ?? "" };
  if (type === "deleted") return { ...fields, type, kind, position } as FeedMessage;
  return { ...fields, type: kind, position } as FeedMessage;
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
}
