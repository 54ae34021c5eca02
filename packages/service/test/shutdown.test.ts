import { once } from "node:events";
import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { runningService } from "./running-service.ts";
import { newCluster } from "./scene.ts";

const service = runningService();

test("a shutdown finishes the requests in flight, and is not held up by clients that keep their connection", async () => {
  const cluster = await newCluster(service.client);
  const agent = new Agent({ keepAlive: true });
  const patch = request(`${service.url}/api/assisted-install/v2/clusters/${cluster.id}`, {
    method: "PATCH",
    agent,
    headers: { "content-type": "application/json" },
  });
  const answered = once(patch, "response");
  // The first half is on its way when the service is told to stop.
  patch.write('{"name": ');
  await once(patch, "socket");
  await new Promise((resolve) => patch.socket?.write("", resolve));
  await service.client.call("v2ListClusters");
  const first = Promise.withResolvers<void>();
  const refused = keepAsking(agent, `${service.url}/health`, first.resolve);
  await first.promise;

  const stopped = service.stop();
  patch.end('"last-words"}');
  const [response] = await answered;
  expect(response.statusCode).toBe(201);
  expect(await json(response)).toMatchObject({ name: "last-words" });
  await stopped;
  await refused;
  agent.destroy();

  await service.start();
  const read = await service.client.call("v2GetCluster", { params: { cluster_id: cluster.id } });
  expect(read.name).toBe("last-words");
}, 10_000);

test("with a delay, balancers are told at once while everybody else is served, and asked to connect elsewhere", async () => {
  await service.stop();
  await service.start({ MUSTER_SHUTDOWN_DELAY: "1s" });
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const [response] = await once(request(`${service.url}${path}`, { agent }).end(), "response");
    response.resume();
    await once(response, "end");
    return [response.statusCode, response.headers.connection];
  };
  expect(await ask("/ready")).toEqual([200, "keep-alive"]);
  let stopped = false;
  const stopping = service.stop().then(() => {
    stopped = true;
  });
  expect(await ask("/ready")).toEqual([503, "close"]);
  expect(await ask("/health")).toEqual([200, "close"]);
  expect(await ask("/api/assisted-install/v2/clusters")).toEqual([200, "close"]);
  expect(stopped).toBe(false);
  await stopping;
  await expect(ask("/health")).rejects.toThrow("ECONNREFUSED");
  agent.destroy();
  await service.start();
}, 20_000);

/** Asks again as soon as it is answered, until nobody answers. */
async function keepAsking(agent: Agent, url: string, answered: () => void): Promise<void> {
  for (;;) {
    const asked = request(url, { agent }).end();
    try {
      const [response] = await once(asked, "response");
      response.resume();
      await once(response, "close");
      answered();
    } catch {
      return;
    }
  }
}
