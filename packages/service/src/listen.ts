// The listeners: each port serves everything, so a client that knows one finds all.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { errorBody } from "@muster/contract";
import type { FastifyInstance } from "fastify";
import type { Listener } from "./settings/index.ts";
import { StartError } from "./start-error.ts";
import { onlyForBoot } from "./tls/plain-boot.ts";
import type { Tls } from "./tls/tls.ts";

export type Listening = Readonly<{ name: Listener["name"]; port: number }>;

export type Listeners = Readonly<{
  listening: readonly Listening[];
  /** From now on requests are answered by this; before, that the service is starting. */
  serve(app: FastifyInstance): void;
  /** Tells balancers to send nobody here any more, and goes on to answer for so long, in milliseconds. */
  leave(delay: number): Promise<void>;
  /** Takes no new requests, and waits for those in flight. */
  close(): Promise<void>;
}>;

/** Takes the ports first: whether they are free is known at once, long before a database is open. */
export async function listen(
  host: string | undefined,
  listeners: readonly Listener[],
  tls: Tls | null = null,
): Promise<Listeners> {
  let app: FastifyInstance | null = null;
  let leaving = false;
  let closing = false;
  const servers: Server[] = [];
  // Connections on which nothing was asked yet: Node does not count them as idle, and would wait a minute for them.
  const silent = new Set<Socket>();
  const closeIdle = () => {
    for (const server of servers) server.closeIdleConnections();
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // Clients that keep their connection would come back here; Node would wait for their end.
    if (leaving) response.setHeader("connection", "close");
    response.once("close", () => closing && closeIdle());
    silent.delete(request.socket);
    cutWhenStalled(request);
    if (leaving && request.url?.split("?", 1)[0] === "/ready") sayLater(response, "The service is stopping.");
    else if (app) app.routing(request, response);
    else sayLater(response, "The service is starting: try again in a moment.");
  };
  const close = async () => {
    leaving = true;
    closing = true;
    await Promise.all(
      servers.map((server) => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeIdleConnections();
        for (const socket of silent) socket.destroy();
        return closed;
      }),
    );
  };
  const listening: Listening[] = [];
  try {
    for (const { name, port } of listeners) {
      const server = name === "boot" ? createServer(onlyForBoot(answer)) : serverFor(answer, tls);
      // Agents poll once a minute: a connection that lives longer than that is used again.
      server.keepAliveTimeout = 75_000;
      // Requests over TLS name its socket, not the one below it.
      server.on(name !== "boot" && tls ? "secureConnection" : "connection", (socket: Socket) => {
        silent.add(socket);
        socket.once("close", () => silent.delete(socket));
      });
      servers.push(server);
      listening.push({ name, port: await open(server, host, port) });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    listening,
    serve: (ready) => {
      app = ready;
    },
    leave: async (delay) => {
      leaving = true;
      if (delay > 0) await pause(delay);
    },
    close,
  };
}

function serverFor(answer: (request: IncomingMessage, response: ServerResponse) => void, tls: Tls | null): Server {
  if (tls === null) return createServer(answer);
  const server = createTlsServer(tls.options(), answer);
  // Connections that are open keep what they were opened with.
  tls.onChange((options) => server.setSecureContext(options));
  return server;
}

/** A body may be slow, but not still: Node alone would wait five minutes for the rest, and keep the connection. */
const stalledAfterMs = 60_000;

function cutWhenStalled(request: IncomingMessage): void {
  const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers;
  if (length === "0" && chunked === undefined) return;
  // Nobody listens for it, so that Node ends the connection.
  request.setTimeout(stalledAfterMs);
  request.once("end", () => request.setTimeout(0));
}

function sayLater(response: ServerResponse, reason: string): void {
  const body = JSON.stringify(errorBody(503, reason));
  response.writeHead(503, { "content-type": "application/json; charset=utf-8", "retry-after": "1" }).end(body);
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
