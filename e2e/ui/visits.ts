// A service with one cluster that is ready, and people who visit its pages. Each test closes what it opened.
import { createClient } from "@muster/contract";
import { type Assembled, readyCluster } from "@muster/simulator";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launch, openPage, type Shape } from "./browser.ts";
import { startUiService, type UiService } from "./service.ts";

type Scene = Readonly<{ service: UiService; browser: Browser; assembled: Assembled }>;
type How = Readonly<{ shape?: Shape; prepare?: (page: Page) => Promise<unknown> }>;

/** Called where tests are described: it starts before them, and stops after them. */
export function visitsTo(plan: NonNullable<Parameters<typeof readyCluster>[1]>) {
  let running: Scene | null = null;
  const open: { close(): Promise<void> }[] = [];
  /** What was started is stopped, also where something after it did not start. */
  const stops: (() => Promise<unknown>)[] = [];
  const scene = (): Scene => {
    if (!running) throw new Error("it starts before the first test");
    return running;
  };

  beforeAll(async () => {
    const service = await startUiService();
    stops.push(service.close);
    const assembled = await readyCluster(createClient({ baseUrl: service.url }), { withinSeconds: 120, ...plan });
    stops.push(() => assembled.fleet.stop());
    const browser = await launch();
    stops.push(() => browser.close());
    running = { service, assembled, browser };
  });
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close();
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  return {
    scene,
    visit: async (path: string, { shape = {}, prepare }: How = {}): Promise<Page> => {
      const { browser, service } = scene();
      const { page, context } = await openPage(browser, service.url, shape);
      open.push(context);
      page.setDefaultTimeout(30_000);
      await prepare?.(page);
      await page.goto(path);
      return page;
    },
  };
}
