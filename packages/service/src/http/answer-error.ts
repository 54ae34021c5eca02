// What went wrong, as an answer. Nothing of the inside is told, and nothing that may be a secret.
import type { IncomingMessage } from "node:http";
import { errorBody, infraErrorBody, type OperationId } from "@muster/contract";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { Missing } from "../aggregates/actor.ts";
import { fullDisk } from "../disk-full.ts";
import { isDatabaseAway } from "../store/away.ts";
import { StaleVersion } from "../store/writer.ts";
import { HttpProblem } from "./problem.ts";

/** Without the query, and without the token that is a part of some links: both are secrets. */
export const pathOf = (request: FastifyRequest): string =>
  (request.url.split("?", 1)[0] ?? "").replace(/^\/+(byapikey|bytoken)\/+[^/]+/, "/$1/(secret)");

/** With the id of the request. Made when there is something to tell: a logger for every poll would cost more than the poll. */
export const logOf = ({ log, id }: FastifyRequest): FastifyBaseLogger => log.child({ reqId: id });

export function sendError(reply: FastifyReply, status: number, reason: string): FastifyReply {
  const body = status === 401 || status === 403 ? infraErrorBody(status, reason) : errorBody(status, reason);
  return reply.code(status).send(body);
}

/** Where what is too much for a disk would go, in words. */
export type Places = Readonly<Record<"database" | "files", string>>;

export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  places: Places,
): FastifyReply {
  if (error instanceof HttpProblem) return sendError(reply.headers(error.headers), error.status, error.message);
  if (error instanceof Missing) return sendError(reply, 404, missing(request));
  if (isDatabaseAway(error)) {
    logOf(request).warn({ err: error }, "the database did not answer");
    reply.header("retry-after", 2);
    return sendError(
      reply,
      503,
      "The database does not answer at the moment: try again shortly. A change that it was writing may have been made.",
    );
  }
  const full = fullDisk(error);
  if (full) {
    logOf(request).error({ err: error }, "a disk is full");
    reply.header("retry-after", 30);
    return sendError(
      reply,
      503,
      `There is no room left on the disk of ${places[full]}. Nothing was changed: make room there and try again, the service goes on by itself.`,
    );
  }
  if (error instanceof StaleVersion) {
    reply.header("retry-after", 1);
    return sendError(reply, 503, "Others change the same thing all the time. Nothing was changed: try again shortly.");
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (statusCode === 413) {
    hearOut(request.raw, reply);
    return sendError(reply, 413, tooLarge(request));
  }
  if (statusCode === 415) return sendError(reply, 415, wrongType(request).message);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return sendError(reply, statusCode, error instanceof Error ? error.message : "The request cannot be read.");
  }
  logOf(request).error({ err: error, code }, "a request failed");
  return sendError(
    reply,
    500,
    `Something went wrong inside the service. Its log tells more under request ${request.id}.`,
  );
}

/** How long a body that is too large is still taken in, and thrown away. */
const hearOutMs = 2_000;

/** To close while the other side sends would reset the connection, and most would never read why they were refused. */
function hearOut(raw: IncomingMessage, reply: FastifyReply): void {
  reply.removeHeader("connection");
  reply.raw.shouldKeepAlive = true;
  const cut = setTimeout(() => raw.destroy(), hearOutMs);
  cut.unref();
  raw.once("end", () => clearTimeout(cut));
  raw.resume();
}

function missing(request: FastifyRequest): string {
  const names = Object.entries(request.params as Record<string, string>).map(([name, id]) => `${name} ${id}`);
  return `There is no resource with ${names.join(" and ") || "that id"}. It may have been deleted; list the resources to see which there are.`;
}

/** Hosts' reports may be larger than what people write. */
export const reports: ReadonlySet<string> = new Set<OperationId>(["v2PostStepReply", "PostStepReply"]);

function tooLarge({ headers, routeOptions }: FastifyRequest): string {
  const { bodyLimit = 0, config } = routeOptions;
  const setting = reports.has(config.operation ?? "") ? "MUSTER_INVENTORY_LIMIT" : "MUSTER_BODY_LIMIT";
  const told = Number(headers["content-length"]);
  // What is compressed, or comes in pieces, does not tell its size.
  const found = told > bodyLimit ? `has ${told} bytes` : "is too large";
  return `The body ${found}; at most ${bodyLimit} are taken here. Send less, or raise ${setting}.`;
}

export function wrongType({ headers }: FastifyRequest): HttpProblem {
  const found = headers["content-type"] ?? "none";
  return new HttpProblem(
    415,
    `The content type is ${found}. Send application/json, or multipart/form-data for uploads.`,
  );
}
