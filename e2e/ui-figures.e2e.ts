// Numbers of the web interface, measured in the browser: the first view, and a thousand hosts that keep changing.
import { createClient } from "@muster/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeClusters, registerHost, reportInventory } from "../bench/fleet.ts";
import { RawConnection } from "../bench/raw-http.ts";
import { forAll } from "../bench/scenarios/agents.ts";
import { titled } from "./titled.ts";
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

describe.skipIf(noChromium !== null)(titled("numbers of the web interface", noChromium), () => {
  let service: UiService;
  let browser: Browser;

  beforeAll(async () => {
    service = await startUiService();
    browser = await launch();
  });
  afterAll(async () => {
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
    // Each machine registers and reports once: the changes that count are the ones made below.
    const [cluster] = await describeClusters(service.url, { clusters: 1, hosts, prefix: 20 });
    if (!cluster) throw new Error("no cluster was made");
    const connections = Array.from({ length: 8 }, () => new RawConnection(service.url));
    await forAll(cluster.hosts, connections, registerHost);
    await forAll(cluster.hosts, connections, reportInventory);
    for (const connection of connections) connection.close();
    const { page } = await openPage(browser, service.url);
    await page.goto(`/clusters/${cluster.id}/hosts`);
    await page.getByText(`${hosts} hosts`).waitFor({ timeout: 60_000 });
    await page.evaluate(observeLongTasks);
    let changes = 0;
    const end = performance.now() + seconds * 1_000;
    for (let at = 0; performance.now() < end; at += 1) {
      const due = performance.now() + 1_000 / changesPerSecond;
      const host = cluster.hosts[at % hosts];
      if (host) {
        const params = { infra_env_id: host.infraEnvId, host_id: host.machine.hostId };
        // Such names come first in the table, so that what is drawn changes all the time.
        void client.call("v2UpdateHost", { params, body: { host_name: `a-node-${at}` } }).then(() => {
          changes += 1;
        });
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
    await page
      .getByRole("button", { name: /Details of a-node-\d+/ })
      .first()
      .waitFor({ timeout: 60_000 });
    const tasks = JSON.parse(String(await page.evaluate("JSON.stringify(globalThis.longTasks)"))) as number[];
    console.log(
      `${changes} changes in ${seconds} s; tasks of 50 ms or more: ${tasks.map((task) => `${Math.round(task)} ms`).join(", ") || "none"}`,
    );
    expect(changes).toBeGreaterThan(seconds * changesPerSecond * 0.5);
    expect(tasks.filter((task) => task > 50)).toEqual([]);
  });
});
