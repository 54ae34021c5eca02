// The web interface when things go wrong: the service is gone, others edit too, the service refuses, code does not arrive.
import { createClient } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { titled } from "./titled.ts";
import { noChromium } from "./ui/browser.ts";
import { visitsTo } from "./ui/visits.ts";

describe.skipIf(noChromium !== null)(titled("faults in the web interface", noChromium), () => {
  const { scene, visit } = visitsTo({ name: "lab", siteNumber: 33 });

  test("the service goes away: a banner tells, data stay; it comes back: the banner goes by itself", async () => {
    const page = await visit("/clusters");
    await page.getByRole("link", { name: "lab" }).waitFor();
    await scene().service.stop();
    await page.getByText("The service does not answer").first().waitFor();
    expect(await page.getByRole("link", { name: "lab" }).isVisible()).toBe(true);
    await scene().service.start();
    await page.getByText("The service does not answer").first().waitFor({ state: "detached" });
    const client = createClient({ baseUrl: scene().service.url });
    await client.call("V2UpdateCluster", {
      params: { cluster_id: scene().assembled.clusterId },
      body: { name: "renamed" },
    });
    await page.getByRole("link", { name: "renamed" }).waitFor();
    await client.call("V2UpdateCluster", {
      params: { cluster_id: scene().assembled.clusterId },
      body: { name: "lab" },
    });
  });

  test("two people edit the same thing: the later one is told, and chooses", async () => {
    const path = `/clusters/${scene().assembled.clusterId}/setup/details`;
    const [one, other] = [await visit(path), await visit(path)];
    await one.getByLabel("Base domain").fill("one.example.com");
    await other.getByLabel("Base domain").fill("other.example.com");
    await one.getByRole("button", { name: "Save and go on" }).click();
    await one.waitForURL(/operators/);
    await other.getByText("Somebody else changed this while you were editing").waitFor();
    await other.getByText("Base domain: now one.example.com; you have other.example.com.").waitFor();
    expect(await other.getByRole("button", { name: "Save and go on" }).isDisabled()).toBe(true);
    await other.getByRole("button", { name: "Keep mine" }).click();
    await other.getByRole("button", { name: "Save and go on" }).click();
    await other.waitForURL(/operators/);
  });

  test("a refused action shows the service's reason", async () => {
    const page = await visit("/infra-envs");
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.getByText("The service refused").waitFor();
    expect(await dialog.textContent()).toMatch(/host/);
  });

  test("an upload that fails keeps the form, and works at the next try", async () => {
    const page = await visit(`/clusters/${scene().assembled.clusterId}/setup/manifests`);
    await page.getByRole("button", { name: "Add manifest" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("File name").fill("mine.yaml");
    await dialog.getByLabel("Content").fill("kind: ConfigMap\napiVersion: v1\nmetadata: { name: mine }\n");
    await page.route("**/manifests", (route) => route.abort());
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Not saved").waitFor();
    expect(await dialog.getByLabel("Content").inputValue()).toContain("kind: ConfigMap");
    await page.unroute("**/manifests");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("mine.yaml").waitFor();
  });

  test("code of a page that does not arrive takes that page's place, not the whole screen", async () => {
    const page = await visit("/clusters", { prepare: (it) => it.route(/overview-page/, (route) => route.abort()) });
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByText("Could not load this page").waitFor();
    expect(await page.getByRole("link", { name: "Clusters" }).first().isVisible()).toBe(true);
  });

  test("a page that is opened while the service is away comes by itself when it is back", async () => {
    const page = await visit("/clusters");
    await page.getByRole("link", { name: "lab" }).waitFor();
    await scene().service.stop();
    await page.getByText("The service does not answer").first().waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByText("Could not load this page").waitFor();
    await scene().service.start();
    await page.getByRole("heading", { name: "Overview" }).waitFor({ timeout: 60_000 });
  });

  test("unsaved changes are asked about before the page is left, and stay with who stays", async () => {
    const page = await visit(`/clusters/${scene().assembled.clusterId}/setup/details`);
    await page.getByLabel("Base domain").fill("mine.example.com");
    await page.getByRole("link", { name: /Networking/ }).click();
    await page.getByText("Leave without saving?").waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    expect(await page.getByLabel("Base domain").inputValue()).toBe("mine.example.com");
    await page.getByRole("link", { name: /Networking/ }).click();
    await page.getByRole("button", { name: "Leave and discard" }).click();
    await page.waitForURL(/networking/);
  });

  test("a host that is removed while its details are open says so", async () => {
    const page = await visit(
      `/clusters/${scene().assembled.clusterId}/hosts?host=00000000-0000-4000-8000-000000000000`,
    );
    await page.getByText("The host that was open here is gone").waitFor();
  });

  test("what takes longer than five seconds says so in words", async () => {
    const page = await visit("/clusters", {
      prepare: (it) =>
        it.route("**/api/muster/v1/clusters", async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 8_000));
          await route.continue();
        }),
    });
    await page.getByText("Loading the clusters …").waitFor();
    await page.getByText("Still loading the clusters").waitFor();
    await page.getByRole("link", { name: "lab" }).waitFor();
  });

  test("a cluster that is gone says so", async () => {
    const page = await visit("/clusters/00000000-0000-4000-8000-000000000000");
    await page.getByText("This cluster is gone").waitFor();
  });
});
