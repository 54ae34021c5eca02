// A person with a browser, from nothing to a cluster that grows: a real Chromium, the real service, simulated machines.
import { createClient } from "@muster/contract";
import { bootHosts, type Fleet, faults, pullSecret, siteNetworks } from "@muster/simulator";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { titled } from "./titled.ts";
import { accessibilityProblems } from "./ui/axe.ts";
import { launch, noChromium, openPage } from "./ui/browser.ts";
import { startUiService, type UiService } from "./ui/service.ts";

/** Every part of the screen has its data. */
const allLoaded = (page: Page) => page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
const patience = { timeout: 30_000 };

describe.skipIf(noChromium !== null)(titled("the web interface", noChromium), () => {
  let service: UiService;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let fleet: Fleet | undefined;
  let addition: Fleet | undefined;
  let clusterId = "";

  beforeAll(async () => {
    service = await startUiService();
    browser = await launch();
    ({ page, errors } = await openPage(browser, service.url));
    page.setDefaultTimeout(patience.timeout);
  });
  afterAll(async () => {
    await Promise.all([fleet?.stop(), addition?.stop()]);
    await browser?.close();
    await service?.close();
  });

  // Each step goes on from where the last one ended.
  let isBroken = false;
  beforeEach(({ skip }) => skip(isBroken, "an earlier step failed"));
  afterEach(({ task }) => {
    isBroken ||= task.result?.state === "fail";
  });

  const machines = { networks: siteNetworks(31, "ipv4") };
  const infraEnvId = async () => {
    const [infraEnv] = await createClient({ baseUrl: service.url }).call("ListInfraEnvs", {
      query: { cluster_id: clusterId },
    });
    if (!infraEnv) throw new Error("the cluster has no discovery image");
    return infraEnv.id;
  };
  const next = () => page.getByRole("button", { name: /^(Next|Save and go on)$/ }).click();

  test("a cluster is described; mistakes are told at their fields first", async () => {
    await page.goto("/");
    await page.getByRole("heading", { name: "No clusters yet" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Create cluster" }).first().click();
    await page.getByLabel("Name").fill("Wrong_Name");
    await page.getByText("Needed: 1 to 54 lower-case letters").waitFor();
    await page.getByLabel("Name").fill("shop");
    await page.getByLabel("Base domain").fill("example.com");
    await page.getByRole("button", { name: "Create and go on" }).click();
    await page.getByText("Needed: the pull secret").waitFor();
    await page.getByLabel("Pull secret").fill(pullSecret);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Create and go on" }).click();
    await page.waitForURL(/\/clusters\/[0-9a-f-]{36}\/setup\/operators/);
    clusterId = /clusters\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
    await page.getByRole("heading", { name: "Operators", exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await next();
  });

  test("the image is made and shown, and machines that boot it appear by themselves", async () => {
    await page.getByRole("button", { name: "Add hosts" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Image").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save and show the image" }).click();
    await dialog.getByText("The image is ready").waitFor();
    expect(await dialog.getByLabel("Copy the address").inputValue()).toMatch(/\/(byid|bytoken)\/.*\.iso/);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    fleet = bootHosts(createClient({ baseUrl: service.url }), {
      infraEnvId: await infraEnvId(),
      count: 3,
      machine: (index) => ({ place: index + 1, ...machines, ...(index === 2 && { hostname: "Bad_Name" }) }),
      faults: (index) => (index < 2 ? [faults.duplicateHostname("twin")] : []),
    });
    await page.getByText("3 hosts").waitFor();
  });

  test("two failing checks are mended by doing what the screen says", async () => {
    const missing = page.locator("[data-check=hostname-unique]");
    await missing.getByText("To do:").waitFor();
    expect(await missing.textContent()).toMatch(/A name of its own[\s\S]*Found/);
    await rename("twin", "shop-0");
    await missing.waitFor({ state: "detached" });
    const invalid = page.locator("[data-check=hostname-valid]");
    expect(await invalid.textContent()).toMatch(/give the host another name/);
    await rename("Bad_Name", "shop-2");
    await invalid.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /shop-2/ })
      .getByText("control plane", { exact: false })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  async function rename(from: string, to: string): Promise<void> {
    await page
      .getByRole("button", { name: `Details of ${from}` })
      .first()
      .click();
    await page.getByRole("tab", { name: "Checks" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("tab", { name: "Edit" }).click();
    await page.getByLabel("Name", { exact: true }).fill(to);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved").waitFor();
    await page.getByRole("button", { name: "Close details" }).click();
  }

  test("networking suggests free addresses, and the checks turn green", async () => {
    await next();
    await page.getByRole("heading", { name: "Storage", exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await next();
    await page.getByRole("heading", { name: "Networking", exact: true }).waitFor();
    await page.locator("[data-check=api-vips-defined]").waitFor();
    await page.getByLabel("API virtual IP", { exact: true }).fill("198.51.100.300");
    await page.getByText("Needed: an IPv4 or IPv6 address").waitFor();
    await page.getByRole("button", { name: "Suggest free addresses" }).click();
    expect(await page.getByLabel("API virtual IP", { exact: true }).inputValue()).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator("[data-check=api-vips-defined]").waitFor({ state: "detached" });
    await page.getByText("Ready to install").waitFor();
  });

  test("leaving and coming back leads to where it goes on: the review", async () => {
    await page.goto("/clusters");
    await page.getByRole("link", { name: "shop" }).click();
    await page.getByRole("heading", { name: "Review and install" }).waitFor();
    await page.getByText("What happens to each host").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: /Custom manifests/ }).click();
    await page.getByText("No manifests of your own.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await next();
    await page.getByRole("button", { name: "Install cluster" }).click();
  });

  test("the installation is followed to its end, and secrets are hidden until asked for", async () => {
    await page.waitForURL(/\/installation$/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("heading", { name: "The cluster is installed" }).waitFor();
    expect(await page.getByText("kubeadmin").count()).toBe(0);
    await page.getByRole("button", { name: "Show user and password" }).click();
    await page.getByText("kubeadmin").waitFor();
    expect(await page.getByLabel("Password").count()).toBe(0);
    await page.getByRole("button", { name: "Show password" }).click();
    expect((await page.getByLabel("Password").inputValue()).length).toBeGreaterThan(5);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download kubeconfig" }).click(),
    ]);
    expect(download.suggestedFilename()).toContain("kubeconfig");
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("day 2: another host joins", async () => {
    await page.getByRole("button", { name: "Add hosts to this cluster" }).click();
    await page.waitForURL(/\/add-hosts$/);
    addition = bootHosts(createClient({ baseUrl: service.url }), {
      infraEnvId: await infraEnvId(),
      count: 1,
      firstNumber: 101,
      machine: { place: 20, hostname: "shop-worker", ...machines },
    });
    await page.getByRole("button", { name: "Install the ready host" }).click();
    await page
      .getByRole("row", { name: /shop-worker/ })
      .getByText("Added to cluster")
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("every other screen is there, and readable by everyone", async () => {
    for (const [path, heading] of [
      ["/overview", "Overview"],
      ["/hosts", "Hosts"],
      ["/infra-envs", "Discovery images"],
      [`/infra-envs/${await infraEnvId()}/network`, "Networks of hosts"],
      ["/events", "Events"],
      ["/login", "Sign in"],
      ["/nowhere", "There is no such page"],
      [`/clusters/${clusterId}/hosts`, "shop"],
      [`/clusters/${clusterId}/connectivity`, "shop"],
      [`/clusters/${clusterId}/events`, "shop"],
    ] as const) {
      await page.goto(path);
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await allLoaded(page);
      expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
    }
  });

  test("dark, and small enough for a phone, it stays readable", async () => {
    for (const shape of [{ theme: "dark" }, { width: 390, height: 844 }] as const) {
      const other = await openPage(browser, service.url, shape);
      for (const path of [
        "/clusters",
        `/clusters/${clusterId}/installation`,
        `/clusters/${clusterId}/hosts`,
        "/overview",
      ]) {
        await other.page.goto(path);
        await other.page.getByRole("heading", { level: 1 }).waitFor();
        await allLoaded(other.page);
        expect([path, await accessibilityProblems(other.page)]).toEqual([path, []]);
        const overflow = await other.page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect(overflow).toBeLessThanOrEqual(0);
      }
      await other.context.close();
    }
  });

  test("nothing went wrong in the browser on the way", () => {
    expect(errors).toEqual([]);
  });
});
