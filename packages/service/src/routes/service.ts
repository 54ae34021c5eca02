import { openapi } from "@muster/contract";
import { causesPage } from "../http/causes-page.ts";
import { docsPage } from "../http/docs-page.ts";
import type { Handlers } from "../http/handler.ts";
import { HttpProblem } from "../http/problem.ts";
import type { Service } from "../service.ts";

type Probes = Readonly<{ ping(): Promise<void>; stoodStillFor(): number }>;

/** Probes, metrics and the contract itself. */
export function serviceHandlers({ version, metrics, settings }: Service, probes: Probes) {
  let document: ReturnType<typeof openapi> | undefined;
  let page: string | undefined;
  let causes: string | undefined;
  const contract = () => {
    document ??= openapi({ version });
    return { status: 200, body: document } as const;
  };
  return {
    getHealth: () => {
      const still = probes.stoodStillFor();
      if (still > settings.LIVENESS_VALIDATION_TIMEOUT) {
        throw new HttpProblem(
          500,
          `A write to the database has been under way for ${Math.round(still / 1000)} s: restart the service.`,
        );
      }
      return { status: 200, body: "ok" };
    },
    getLive: () => ({ status: 200, body: "ok" }),
    getReady: async () => {
      await probes.ping();
      return { status: 200, body: "ready" };
    },
    getMetrics: async () => ({
      status: 200,
      body: await metrics.text(),
      headers: { "content-type": metrics.contentType },
    }),
    getOpenApi: contract,
    getV2OpenApi: contract,
    getDocs: () => {
      page ??= docsPage(version);
      return { status: 200, body: page };
    },
    getCauses: () => {
      causes ??= causesPage();
      return { status: 200, body: causes };
    },
  } satisfies Handlers;
}
