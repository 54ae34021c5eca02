import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createClient } from "@muster/contract";
import { expect, test } from "vitest";
import { feed, feedMessage, json, stubService } from "../../test/stub-service.ts";
import { liveView } from "./live.ts";

const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const cluster = (status: string) => ({ id, name: "lab", status, status_info: "" });
const lean = (position: number, status: string) => json({ position, clusters: [cluster(status)] });
const away = json({ code: "503", reason: "not ready yet" }, 503);
const service = stubService();

/** Looks until the cluster is being installed, then leaves. */
async function statuses(): Promise<string[]> {
  const client = createClient({ baseUrl: service.url });
  const seen: string[] = [];
  const options = { scope: {}, signal: new AbortController().signal, intervalMs: 1, withHosts: false };
  const views = liveView({ client, server: service.url, token: async () => undefined }, options);
  for await (const { clusters, lost } of views) {
    const status = clusters[0]?.status ?? "";
    seen.push(lost === undefined ? status : `${status}, ${lost}`);
    if (status === "installing") break;
  }
  return seen;
}

test("follows the feed from where the list ends, and lets go of it with the one who looks", async () => {
  const feeds: ServerResponse[] = [];
  const changed = feed("id: 7", feedMessage(8, "cluster", { id, cluster: cluster("installing") }));
  service.answers({
    "muster clusters": [lean(7, "ready")],
    "muster feed": [
      (response) => {
        feeds.push(response);
        changed(response);
      },
    ],
  });
  expect(await statuses()).toEqual(["ready", "installing"]);
  const [followed] = feeds;
  if (followed && !followed.closed) await once(followed, "close");
  expect(followed?.req.headers["last-event-id"]).toBe("7");
});

test("a reset that meets a service which is not ready yet is not the end", async () => {
  service.answers({
    "muster clusters": [lean(7, "ready"), away, lean(9, "installing")],
    "muster feed": [feed("id: 7", feedMessage(9, "reset", { reason: "too old" }))],
  });
  expect(await statuses()).toEqual(["ready", expect.stringContaining("ready, "), "installing"]);
});

test("asks again and again where there is no feed, also while the service is away", async () => {
  service.answers({ clusters: [json([cluster("ready")]), away, json([cluster("installing")])] });
  expect(await statuses()).toEqual(["ready", expect.stringContaining("ready, "), "installing"]);
});
