// Numbers of the web interface, measured in the browser: the first view, and a thousand hosts that keep changing.
import { createClient, type Host } from "@muster/contract";
import { type Assembled, assembleCluster, untilHosts } from "@muster/simulator";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, noChromium, openPage } from "./ui/browser.ts";
import { startUiService, type UiService } from "./ui/service.ts";

const hosts = 1_000;
const changesPerSecond = 50;
const seconds = 20;

// Run in the page, as text: these tests know nothing of its types.
const javaScriptBytes = `performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith(".js"))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;
const observeLongTasks = `globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask" })`;

describe.skipIf(noChromium !== null)(
  `numbers of the web interface${noChromium === null ? "" : ` (skipped: ${noChromium})`}`,
  () => {
    let service: UiService;
    let browser: Browser;
    let assembled: Assembled | undefined;

    beforeAll(async () => {
      service = await startUiService();
      browser = await launch();
    });
    afterAll(async () => {
      await assembled?.fleet.stop();
      await browser?.close();
      await service?.close();
    });

    test("the first view comes within 1.5 s on a cold cache, with at most 400 kB of JavaScript", async () => {
      const views: number[] = [];
      let kilobytes = 0;
      for (let time = 0; time < 3; time += 1) {
        const { page, context } = await openPage(browser, service.url);
        const started = performance.now();
        await page.goto("/clusters", { waitUntil: "commit" });
        await page.getByRole("heading", { name: "No clusters yet" }).waitFor();
        views.push(performance.now() - started);
        const bytes = Number(await page.evaluate(javaScriptBytes));
        kilobytes = Math.round(bytes / 1_000);
        await context.close();
      }
      console.log(
        `first view: ${views.map((view) => `${Math.round(view)} ms`).join(", ")}; JavaScript: ${kilobytes} kB compressed`,
      );
      expect(kilobytes).toBeLessThanOrEqual(400);
      expect(Math.min(...views)).toBeLessThan(1_500);
    });

    test(`${hosts} hosts with ${changesPerSecond} changes a second leave no task longer than 50 ms`, async () => {
      const client = createClient({ baseUrl: service.url });
      assembled = await assembleCluster(client, {
        name: "large",
        topology: { controlPlanes: 3, arbiters: 0, workers: hosts - 3 },
        machine: { networks: ["10.60.0.0/20"] },
        clusterParams: { api_vips: [], ingress_vips: [] },
        // Polls are rare then: the changes that count are the ones made below.
        speed: 60,
      });
      const statuses: Host["status"][] = ["known", "insufficient", "pending-for-input"];
      const known = await untilHosts(client, assembled.infraEnvId, { count: hosts, statuses }, { withinSeconds: 400 });
      const { page } = await openPage(browser, service.url);
      await page.goto(`/clusters/${assembled.clusterId}/hosts`);
      await page.getByText(`${hosts} hosts`).waitFor({ timeout: 60_000 });
      await page.evaluate(observeLongTasks);
      let changes = 0;
      const end = performance.now() + seconds * 1_000;
      for (let at = 0; performance.now() < end; at += 1) {
        const due = performance.now() + 1_000 / changesPerSecond;
        const host = known[at % known.length];
        if (host) {
          const params = { infra_env_id: assembled.infraEnvId, host_id: host.id };
          void client.call("v2UpdateHost", { params, body: { host_name: `node-${at}` } }).then(() => {
            changes += 1;
          });
        }
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      }
      await page
        .getByRole("button", { name: /Details of node-\d+/ })
        .first()
        .waitFor({ timeout: 60_000 });
      const tasks = JSON.parse(String(await page.evaluate("JSON.stringify(globalThis.longTasks)"))) as number[];
      console.log(
        `${changes} changes in ${seconds} s; tasks of 50 ms or more: ${tasks.map((task) => `${Math.round(task)} ms`).join(", ") || "none"}`,
      );
      expect(changes).toBeGreaterThan(seconds * changesPerSecond * 0.5);
      expect(tasks.filter((task) => task > 50)).toEqual([]);
    });
  },
);
