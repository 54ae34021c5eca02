// The listeners: each port serves everything, so a client that knows one finds all.
import { createServer, type Server } from "node:http";
import { networkInterfaces } from "node:os";
import type { FastifyInstance } from "fastify";
import type { Listener } from "./settings/index.ts";
import { StartError } from "./start-error.ts";

export type Listening = Readonly<{ name: Listener["name"]; port: number }>;

export async function listen(
  app: FastifyInstance,
  host: string | undefined,
  listeners: readonly Listener[],
): Promise<{ listening: readonly Listening[]; close(): Promise<void> }> {
  await app.ready();
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  };
  const listening: Listening[] = [];
  try {
    for (const { name, port } of listeners) {
      const server = createServer((request, response) => app.routing(request, response));
      // Agents poll once a minute: a connection that lives longer than that is used again.
      server.keepAliveTimeout = 75_000;
      servers.push(server);
      listening.push({ name, port: await open(server, host, port) });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    listening,
    close: async () => {
      for (const server of servers) server.closeIdleConnections();
      await close();
    },
  };
}

function open(server: Server, host: string | undefined, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

function cannotListen(error: NodeJS.ErrnoException, host: string | undefined, port: number): StartError {
  const remedies: Record<string, [string, string]> = {
    EADDRINUSE: [`port ${port} is in use`, "stop what uses it, or choose another port with --port"],
    EACCES: [`this user may not listen on port ${port}`, "choose a port above 1023 with --port"],
    EADDRNOTAVAIL: [`this machine has no address ${host}`, "choose one of its own with --host"],
    ENOTFOUND: [`the name ${host} is unknown`, "give an address of this machine with --host"],
  };
  const [message, remedy] = remedies[error.code ?? ""] ?? [
    `cannot listen on port ${port} (${error.code ?? error.message})`,
    "choose another address or port with --host and --port",
  ];
  return new StartError(message, remedy, { cause: error });
}

/** The address that machines are told: the first global one, else the loopback. */
export function firstGlobalAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const global = all.filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  const chosen = global.find(({ family }) => family === "IPv4") ?? global[0];
  if (!chosen) return "127.0.0.1";
  return chosen.family === "IPv6" ? `[${chosen.address}]` : chosen.address;
}
