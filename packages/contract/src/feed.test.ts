import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiError, createClient, errorBody, type FeedMessage, followFeed } from "./index.ts";

const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
type Seen = { url: string | undefined; lastEventId: string | string[] | undefined };

/** Answers the n-th request with the n-th script; a script that does not end the response leaves it open. */
let scripts: ((response: ServerResponse) => void)[] = [];
let seen: Seen[] = [];
const server = createServer((request, response) => {
  seen.push({ url: request.url, lastEventId: request.headers["last-event-id"] });
  const script = scripts.shift();
  if (script) script(response);
  else response.destroy();
});
let baseUrl = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const stream = (...chunks: string[]) => {
  return (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const chunk of chunks) response.write(chunk);
  };
};
const streamAndEnd =
  (...chunks: string[]) =>
  (response: ServerResponse) => {
    stream(...chunks)(response);
    response.end();
  };

async function read(count: number, options = {}): Promise<FeedMessage[]> {
  const messages: FeedMessage[] = [];
  for await (const message of followFeed(createClient({ baseUrl }), { retryMs: 1, ...options })) {
    messages.push(message);
    if (messages.length === count) break;
  }
  return messages;
}

const given = (...answers: ((response: ServerResponse) => void)[]) => {
  scripts = answers;
  seen = [];
};

const host = JSON.stringify({ kind: "host", id, infra_env_id: id, at: "2026-01-01T00:00:00.000Z", host: { id } });

describe("following the feed", () => {
  test("tells that it is connected and from where, then what changed", async () => {
    given(stream("id: 7\n\n", `id: 8\nevent: host\ndata: ${host}\n\n`, `id: 9\nevent: deleted\ndata: ${host}\n\n`));
    expect(await read(3, { cluster_id: id })).toEqual([
      { type: "open", position: 7 },
      expect.objectContaining({ type: "host", position: 8, id, infra_env_id: id, host: { id } }),
      expect.objectContaining({ type: "deleted", kind: "host", position: 9, id }),
    ]);
    expect(seen[0]?.url).toBe(`/api/muster/v1/feed?cluster_id=${id}`);
    expect(seen[0]?.lastEventId).toBeUndefined();
  });

  test("a message may come in pieces, and with any line ending", async () => {
    given(stream("id: 7\r\n\r\nid: 8\r\nev", "ent: host\r\nda", `ta: ${host}\r\n\r\n`));
    expect((await read(2)).at(1)).toMatchObject({ type: "host", position: 8 });
  });

  test("comes back after a break, from where it was, heartbeats counted", async () => {
    given(streamAndEnd("id: 7\n\n", ": heartbeat\nid: 12\n\n"), stream("id: 12\n\n"));
    expect(await read(3)).toEqual([
      { type: "open", position: 7 },
      { type: "lost", reason: "the service closed the connection" },
      { type: "open", position: 12 },
    ]);
    expect(seen.map(({ lastEventId }) => lastEventId)).toEqual([undefined, "12"]);
  });

  test("starts where it is told to", async () => {
    given(stream("id: 40\n\n"));
    await read(1, { since: 40 });
    expect(seen[0]?.lastEventId).toBe("40");
  });

  test("a reset says that everything must be fetched again", async () => {
    given(stream('id: 90\nevent: reset\ndata: {"kind":"reset","reason":"too old"}\n\n'));
    expect(await read(1, { since: 1 })).toEqual([{ type: "reset", position: 90, reason: "too old" }]);
  });

  test("a service that is away or starting is tried again", async () => {
    const starting = (response: ServerResponse) =>
      response.writeHead(503).end(JSON.stringify(errorBody(503, "The service is starting")));
    given((response) => response.destroy(), starting, stream("id: 1\n\n"));
    const messages = await read(3);
    expect(messages.map(({ type }) => type)).toEqual(["lost", "lost", "open"]);
    expect(messages[1]).toMatchObject({ reason: "The service is starting" });
  });

  test("silence is a broken connection", async () => {
    given(stream("id: 3\n\n"), stream("id: 3\n\n"));
    const messages = await read(3, { silenceMs: 30 });
    expect(messages.map(({ type }) => type)).toEqual(["open", "lost", "open"]);
  });

  test("a refusal ends it", async () => {
    given((response) => response.writeHead(403).end(JSON.stringify({ code: 403, message: "not yours" })));
    await expect(read(1)).rejects.toThrow(ApiError);
  });

  test("an abort ends it without an error, also while it waits", async () => {
    const controller = new AbortController();
    given(stream("id: 1\n\n"));
    const types: string[] = [];
    for await (const { type } of followFeed(createClient({ baseUrl }), { signal: controller.signal })) {
      types.push(type);
      controller.abort();
    }
    expect(types).toEqual(["open"]);
  });
});
