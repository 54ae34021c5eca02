// The web interface in the hands of hurried people: double clicks, back, reload, names and lists as long as they may be, a service
// that answers with errors.
import { pullSecret } from "@muster/simulator";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { titled } from "./titled.ts";
import { noChromium } from "./ui/browser.ts";
import { visitsTo } from "./ui/visits.ts";

const longName = "a-cluster-whose-name-is-as-long-as-one-may-ever-become";
const longHostName = (index: number) => `${index}${"host-name-without-an-end".repeat(3)}`.slice(0, 63);
const steps = ["details", "operators", "hosts", "storage", "networking", "manifests", "review"];

describe.skipIf(noChromium !== null)(titled("misuse of the web interface", noChromium), () => {
  const { scene, visit: visitPage } = visitsTo({
    name: longName,
    siteNumber: 34,
    machine: (index) => ({
      hostname: longHostName(index),
      ...(index === 0 && { kind: "rack-server" as const, disks: 30 }),
    }),
  });
  const visit = (path: string, width = 1_280): Promise<Page> => visitPage(path, { shape: { width } });
  const setup = (step: string) => `/clusters/${scene().assembled.clusterId}/setup/${step}`;
  /** Requests that change something, as `METHOD path`. */
  const changes = (page: Page): string[] => {
    const seen: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") seen.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    return seen;
  };
  /** What is wider than its place: the page itself, or a table inside of it. */
  const tooWide = (page: Page) =>
    page.evaluate(`["#content", ".mu-host-frame"].filter((name) => {
        const element = document.querySelector(name);
        return element !== null && element.scrollWidth > element.clientWidth + 1;
      })`);

  test.each([1_280, 390])("the longest names fit every screen at %i px", async (width) => {
    const page = await visit("/clusters", width);
    const paths = [
      "/clusters",
      "/hosts",
      "/infra-envs",
      `/infra-envs/${scene().assembled.infraEnvId}`,
      `/infra-envs/${scene().assembled.infraEnvId}/network`,
      ...["hosts", "installation", "events"].map((part) => `/clusters/${scene().assembled.clusterId}/${part}`),
      ...steps.map(setup),
    ];
    for (const path of paths) {
      await page.goto(path);
      await page
        .getByText(path === "/hosts" ? longHostName(0) : longName)
        .first()
        .waitFor();
      expect(await tooWide(page), path).toEqual([]);
    }
  });

  test("a host with thirty disks shows each of them, and why one cannot be used", async () => {
    const page = await visit(`/clusters/${scene().assembled.clusterId}/hosts`);
    await page.getByRole("button", { name: `Details of ${longHostName(0)}` }).click();
    await page.getByRole("tab", { name: "Disks" }).click();
    await page.getByText("Installation disk").waitFor();
    expect(await page.getByRole("grid", { name: "Disks" }).getByRole("row").count()).toBe(31);
  });

  test.each(steps)("a reload at step %s comes back to it", async (step) => {
    const page = await visit(setup(step));
    const title = page.locator(".mu-step h2").first();
    await title.waitFor();
    const before = await title.textContent();
    await page.reload();
    await title.waitFor();
    expect(page.url()).toContain(setup(step));
    expect(await title.textContent()).toBe(before);
  });

  test("back goes through the steps, and asks before it drops what was not saved", async () => {
    const page = await visit(setup("hosts"));
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL(/storage/);
    await page.getByLabel("Encrypt").selectOption("workers");
    await page.goBack();
    await page.getByText("Leave without saving?").waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    expect(await page.getByLabel("Encrypt").inputValue()).toBe("workers");
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.waitForURL(/networking/);
    await page.goBack();
    await page.waitForURL(/storage/);
    expect(await page.getByLabel("Encrypt").inputValue()).toBe("workers");
    await page.getByLabel("Encrypt").selectOption("none");
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.waitForURL(/networking/);
  });

  test("create pressed twice makes one cluster, and back from it leads to the list", async () => {
    const page = await visit("/clusters");
    await page.getByRole("link", { name: "Create cluster" }).first().click();
    await page.getByRole("heading", { name: "Create cluster" }).waitFor();
    await page.getByLabel("Name").fill("twice");
    await page.getByLabel("Base domain").fill("example.com");
    await page.getByLabel("Pull secret").fill(pullSecret);
    const seen = changes(page);
    await page.getByRole("button", { name: "Create and go on" }).dblclick();
    await page.waitForURL(/setup\/operators/);
    expect(seen.filter((change) => change.endsWith("/clusters"))).toHaveLength(1);
    await page.goBack();
    await page.waitForURL(/\/clusters$/);
    await page.getByRole("link", { name: "twice" }).waitFor();
  });

  test("delete pressed twice deletes once and says nothing of a second time", async () => {
    const page = await visit("/clusters");
    await page.getByRole("button", { name: "Delete cluster twice?" }).click();
    const seen = changes(page);
    await page.getByRole("dialog").getByRole("button", { name: "Delete cluster" }).dblclick();
    await page.getByRole("link", { name: "twice" }).waitFor({ state: "detached" });
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(seen.filter((change) => /^DELETE .*\/clusters\//.test(change))).toHaveLength(1);
  });

  test("a service that answers 500 is quoted, and asked again on demand", async () => {
    const page = await visit("/login");
    await page.route("**/api/muster/v1/clusters", (route) =>
      route.fulfill({ status: 500, json: { kind: "Error", code: "500", reason: "the disk is full" } }),
    );
    await page.goto("/clusters");
    await page.getByText("Could not load the clusters").waitFor();
    await page.getByText("the disk is full").waitFor();
    await page.unroute("**/api/muster/v1/clusters");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: longName }).waitFor();
  });

  test("a service that is busy for a moment (503) is asked again without anyone doing anything", async () => {
    const page = await visit("/login");
    let refusals = 2;
    await page.route("**/api/muster/v1/clusters", (route) => {
      refusals -= 1;
      return refusals >= 0 ? route.fulfill({ status: 503, body: "busy" }) : route.continue();
    });
    await page.goto("/clusters");
    await page.getByRole("link", { name: longName }).waitFor();
    expect(refusals).toBeLessThan(0);
  });

  test("who waits for an answer that never comes can leave", async () => {
    const page = await visit(setup("details"));
    await page.getByLabel("Base domain").fill("late.example.com");
    await page.route(`**/v2/clusters/${scene().assembled.clusterId}`, () => {});
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByRole("link", { name: "Clusters" }).first().click();
    await page.getByRole("button", { name: "Leave and discard" }).click();
    await page.getByRole("link", { name: longName }).waitFor();
  });

  test("install pressed twice installs once, and back from it tells that it has begun", async () => {
    const page = await visit(setup("review"));
    const seen = changes(page);
    await page.getByRole("button", { name: "Install cluster" }).dblclick();
    await page.waitForURL(/\/installation/);
    expect(seen.filter((change) => change.endsWith("/actions/install"))).toHaveLength(1);
    expect(await page.getByText("The installation was not started").count()).toBe(0);
    await page.goBack();
    await page.getByText("This cluster is no longer being described").waitFor();
  });
});
