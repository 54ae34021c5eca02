// A machine that behaves well while others do not: it asks for its next steps all the time, and notes how long that takes.
import { ApiError, type Client } from "@muster/contract";
import { pullSecret } from "@muster/simulator";
import { percentile } from "../../bench/statistics.ts";

export type Experience = Readonly<{
  asked: number;
  failed: readonly string[];
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}>;

export type Neighbour = Readonly<{ hostId: string; infraEnvId: string; leave(): Promise<Experience> }>;

export async function moveIn(client: Client): Promise<Neighbour> {
  const { id: infraEnvId } = await client.call("RegisterInfraEnv", {
    body: { name: `neighbour-${crypto.randomUUID().slice(0, 8)}`, pull_secret: pullSecret },
  });
  const hostId = crypto.randomUUID();
  await client.call("v2RegisterHost", { params: { infra_env_id: infraEnvId }, body: { host_id: hostId } });
  const times: number[] = [];
  const failed: string[] = [];
  let leaving = false;
  const living = (async () => {
    while (!leaving) {
      const asked = performance.now();
      await client
        .call("v2GetNextSteps", { params: { infra_env_id: infraEnvId, host_id: hostId } })
        .catch((error: unknown) =>
          failed.push(error instanceof ApiError ? `${error.status} ${error.reason}` : String(error)),
        );
      times.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    hostId,
    infraEnvId,
    leave: async () => {
      leaving = true;
      await living;
      const round = (fraction: number) => Math.round(percentile(times, fraction));
      return { asked: times.length, failed, p50Ms: round(0.5), p99Ms: round(0.99), maxMs: round(1) };
    },
  };
}
