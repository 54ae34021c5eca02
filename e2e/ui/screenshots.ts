// Pictures of every screen, with simulated machines: `npm run docs:images`.
// All of them land in e2e/results/ui (three widths, both themes); those that documents show also in docs/images.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@muster/contract";
import { assembleCluster, faults, installCluster, readyCluster } from "@muster/simulator";
import type { Page } from "playwright-core";
import { root } from "../../bench/server.ts";
import { launch, openPage } from "./browser.ts";
import { startUiService } from "./service.ts";

const results = join(root, "e2e", "results", "ui");
const shown = join(root, "docs", "images");
mkdirSync(results, { recursive: true });
mkdirSync(shown, { recursive: true });

const service = await startUiService();
const client = createClient({ baseUrl: service.url });
const limits = { withinSeconds: 300 };
const installed = await installCluster(client, { ...limits, name: "edge-berlin", topology: "ha", siteNumber: 20 });
const ready = await readyCluster(client, { ...limits, name: "lab", siteNumber: 21 });
const draft = await assembleCluster(client, {
  name: "factory",
  topology: "ha",
  siteNumber: 22,
  clusterParams: { api_vips: [], ingress_vips: [] },
  faults: (index) => (index === 1 ? [faults.unsyncedClock()] : index === 3 ? [faults.isolated()] : []),
});
const running = await readyCluster(client, {
  ...limits,
  name: "store-0042",
  topology: "ha",
  siteNumber: 23,
  speed: 60,
  faults: (index) => (index === 2 ? [faults.wrongBootOrder()] : []),
});
await client.call("v2InstallCluster", { params: { cluster_id: running.clusterId } });

type Screen = Readonly<{ name: string; path: string; act?: (page: Page) => Promise<unknown>; documented?: boolean }>;
const click = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

const screens: readonly Screen[] = [
  { name: "clusters", path: "/clusters", documented: true },
  { name: "create", path: "/clusters/new" },
  { name: "details", path: `/clusters/${draft.clusterId}/setup/details` },
  { name: "operators", path: `/clusters/${draft.clusterId}/setup/operators` },
  { name: "hosts", path: `/clusters/${draft.clusterId}/setup/hosts` },
  { name: "host", path: `/clusters/${draft.clusterId}/hosts`, act: click(/Details of factory-1/), documented: true },
  { name: "discovery", path: `/clusters/${draft.clusterId}/setup/hosts`, act: click("Add hosts") },
  {
    name: "image",
    path: `/clusters/${draft.clusterId}/setup/hosts`,
    act: async (page) => {
      await click("Add hosts")(page);
      await click("Save and show the image")(page);
    },
  },
  { name: "static-network", path: `/infra-envs/${draft.infraEnvId}/network`, act: click("Add host") },
  { name: "storage", path: `/clusters/${draft.clusterId}/setup/storage` },
  { name: "networking", path: `/clusters/${draft.clusterId}/setup/networking`, documented: true },
  { name: "manifests", path: `/clusters/${draft.clusterId}/setup/manifests` },
  { name: "review", path: `/clusters/${ready.clusterId}/setup/review` },
  { name: "installation", path: `/clusters/${running.clusterId}/installation`, documented: true },
  { name: "installed", path: `/clusters/${installed.clusterId}/installation`, act: click("Show user and password") },
  { name: "connectivity", path: `/clusters/${draft.clusterId}/connectivity` },
  { name: "events", path: `/clusters/${running.clusterId}/events` },
  { name: "overview", path: "/overview" },
  { name: "all-hosts", path: "/hosts" },
  { name: "images", path: "/infra-envs" },
];

const browser = await launch();
for (const width of [1440, 1280, 390]) {
  for (const theme of ["light", "dark"] as const) {
    const { page, context } = await openPage(browser, service.url, { width, height: width < 500 ? 844 : 900, theme });
    for (const { name, path, act, documented = false } of screens) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForTimeout(700);
      await act?.(page);
      await page.waitForTimeout(700);
      const file = join(results, `${name}-${width}-${theme}.png`);
      await page.screenshot({ path: file });
      if (documented && width === 1440 && (theme === "light" || name === "installation")) {
        copyFileSync(file, join(shown, theme === "light" ? `${name}.png` : `${name}-dark.png`));
      }
    }
    await context.close();
  }
}
await browser.close();
await Promise.all([installed, ready, draft, running].map(({ fleet }) => fleet.stop()));
await service.close();
console.log(`${screens.length * 6} pictures in e2e/results/ui; those of the documents in docs/images.`);
