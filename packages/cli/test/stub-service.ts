import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll } from "vitest";

type Answer = (response: ServerResponse) => void;

export const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** A feed that says this and stays open. */
export const feed =
  (...messages: readonly string[]): Answer =>
  (response) =>
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .write(messages.map((each) => `${each}\n\n`).join(""));

export const feedMessage = (id: number, type: string, data: object): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ kind: type, ...data })}`;

/** Answers by the path: one after the other, the last one for ever; 404 where there are none. */
export function stubService() {
  let answers: Record<string, Answer[]> = {};
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace(/\?.*|^\/api\/(muster\/v1|assisted-install\/v2)\//g, "");
    const left = answers[`${request.url?.startsWith("/api/muster") ? "muster " : ""}${path}`] ?? [];
    const answer = left.length > 1 ? left.shift() : left[0];
    (answer ?? json({ code: "404", reason: "no such path" }, 404))(response);
  });
  let url = "";
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
    answers: (given: Record<string, Answer[]>) => {
      answers = given;
    },
  };
}
