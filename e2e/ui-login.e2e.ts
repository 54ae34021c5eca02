// The web interface where the service asks who one is: signing in, reading only, and being sent away.
import { generateKeyPairSync, sign } from "node:crypto";
import { pullSecret } from "@muster/simulator";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { titled } from "./titled.ts";
import { accessibilityProblems } from "./ui/axe.ts";
import { launch, noChromium, openPage } from "./ui/browser.ts";
import { startUiService, type UiService } from "./ui/service.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const keys = JSON.stringify({
  keys: [{ ...publicKey.export({ format: "jwk" }), kid: "test", alg: "RS256", use: "sig" }],
});

function token(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  const text = `${encode({ alg: "RS256", kid: "test", typ: "JWT" })}.${encode({ iat: now, exp: now + 3_600, ...claims })}`;
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}

describe.skipIf(noChromium !== null)(titled("signing in", noChromium), () => {
  let service: UiService;
  let browser: Browser;

  beforeAll(async () => {
    service = await startUiService({ AUTH_TYPE: "rhsso", JWKS_CERT: keys });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const signIn = async (text: string) => {
    const { page } = await openPage(browser, service.url);
    page.setDefaultTimeout(20_000);
    await page.goto("/clusters");
    await page.waitForURL(/\/login/);
    await page.getByLabel("Token").fill(text);
    await page.getByRole("button", { name: "Use this token" }).click();
    return page;
  };

  test("whoever is unknown is asked first, and a wrong token is refused with the reason", async () => {
    const page = await signIn("not a token");
    await page.getByText("The token was not accepted").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a user signs in, comes to where they wanted to go, and out again", async () => {
    const page = await signIn(token({ preferred_username: "alice", org_id: "acme" }));
    await page.waitForURL(/\/clusters$/);
    await page.getByText("alice").waitFor();
    await page.getByRole("link", { name: "Create cluster" }).first().waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/login/);
  });

  test("who may only read sees that, and no buttons that change something", async () => {
    const page = await signIn(token({ preferred_username: "auditor", groups: ["muster-read-only-admin"] }));
    await page.getByText("Read only").waitFor();
    await page.getByRole("heading", { name: "No clusters yet" }).waitFor();
    expect(await page.getByText("Create cluster").count()).toBe(0);
    await page.goto("/infra-envs");
    await page.getByText("No discovery images yet").waitFor();
    expect(await page.getByRole("button", { name: "Create image" }).count()).toBe(0);
  });

  test("a session that ends while somebody types is asked for above the page, which keeps what was typed", async () => {
    const who = { preferred_username: "alice", org_id: "acme" };
    const page = await signIn(token({ ...who, exp: Math.floor(Date.now() / 1_000) + 8 }));
    await page.getByRole("link", { name: "Create cluster" }).first().click();
    await page.getByLabel("Name").fill("kept");
    await page.getByLabel("Base domain").fill("example.com");
    await page.getByLabel("Pull secret").fill(pullSecret);
    const status = () =>
      page.evaluate(async () => {
        const authorization = `Bearer ${sessionStorage.getItem("muster-token")}`;
        return (await fetch("/api/muster/v1/access/me", { headers: { authorization } })).status;
      });
    await expect.poll(status, { timeout: 60_000 }).toBe(401);
    await page.getByRole("button", { name: "Create and go on" }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel("Token").fill(token(who));
    await dialog.getByRole("button", { name: "Use this token" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByLabel("Name").inputValue()).toBe("kept");
    await page.getByRole("button", { name: "Create and go on" }).click();
    await page.waitForURL(/setup\/operators/);
  });
});
