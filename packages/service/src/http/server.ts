// The HTTP server: every route of the contract, checked, answered and logged in one way.
import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import multipart from "@fastify/multipart";
import {
  type Checked,
  checkBody,
  checkHeaders,
  checkParams,
  checkQuery,
  commonResponses,
  describeProblems,
  type OperationId,
  type RouteDefinition,
  removedRoutes,
  routes,
} from "@muster/contract";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger } from "pino";
import type { Guarded } from "../auth/access.ts";
import { anyone, type Caller } from "../auth/caller.ts";
import { guardOf } from "../auth/route-guard.ts";
import { causedBy, causeOfRequest } from "../history/cause.ts";
import type { ObservedDownload } from "../metrics/metrics.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { serveWeb } from "../web/serve-web.ts";
import { answerError, logOf, type Places, pathOf, reports, sendError, wrongType } from "./answer-error.ts";
import { compressAnswers } from "./compress.ts";
import type { Handlers } from "./handler.ts";
import { HttpProblem } from "./problem.ts";
import { lazySerializer } from "./serializer.ts";

export type ServerOptions = Readonly<{
  handlers: Handlers;
  /** Asks who calls; null: nobody is asked, and nothing of it is on the way of a request. */
  guarded: Guarded | null;
  log: Logger;
  bodyLimit: number;
  /** Hosts' reports may be larger than what people write. */
  reportLimit: number;
  uploadLimit: number;
  /** Browsers from these origins may call; none by default. */
  allowedDomains: readonly string[];
  rejectUnknownFields: boolean;
  /** Where the built web interface lies; what is missing there is told on a page. */
  webDirectory: string;
  /** Where it keeps what, in words that go on after "the disk of". */
  places: Places;
  observe: (route: string, status: number, seconds: number) => void;
  /** The same of what machines fetch, image or part of one. */
  observeDownload: (download: ObservedDownload) => void;
  /** Null: nobody collects traces, and nothing of it is on the way of a request. */
  tracing: Tracing | null;
}>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What pages of other origins read beside bodies: how many events there are, and what a download is called (reference host-side G24, E4). */
const readByPages = [...Object.keys(routes.v2ListEvents.responseHeaders.properties), "Content-Disposition"];

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const app = fastify({
    loggerInstance,
    bodyLimit: options.bodyLimit,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (log) => log,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && uuid.test(given) ? given : randomUUID();
    },
    // Idle keep-alive connections are closed at shutdown; requests in flight are finished.
    forceCloseConnections: "idle",
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, options.places),
    // Clients ask for /v2/clusters/ and /v2/clusters//default-config (reference host-side E4).
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 4_096 },
  });
  parseBodies(app);
  await app.register(compress, { globalCompression: false });
  compressAnswers(app);
  await app.register(multipart, { limits: { fileSize: options.uploadLimit, files: 1, fields: 10 } });
  if (options.allowedDomains.length > 0) {
    const origin = options.allowedDomains.includes("*") ? true : [...options.allowedDomains];
    await app.register(cors, {
      origin,
      credentials: true,
      methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      exposedHeaders: readByPages,
      maxAge: 600,
    });
  }
  if (options.guarded) app.decorateRequest("caller", null);
  options.tracing?.watchRequests(app);
  // Hooks with a callback: every promise less counts on the way of a poll.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    // No database takes it in a text, and no name or id has one.
    if (request.url.includes("%00")) done(new HttpProblem(400, "The address holds a zero byte (%00): leave it out."));
    else done();
  });
  const tellsEach = options.log.isLevelEnabled("debug");
  app.addHook("onResponse", (request, reply, done) => {
    const seconds = reply.elapsedTime / 1_000;
    options.observe(request.routeOptions.config.operation ?? "none", reply.statusCode, seconds);
    if (tellsEach) {
      logOf(request).debug(
        { method: request.method, url: pathOf(request), status: reply.statusCode, seconds },
        "answered",
      );
    }
    done();
  });
  app.setSerializerCompiler(({ schema }) => lazySerializer(schema));
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.places));
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const methods = methodsAt(path);
    if (methods.length === 0 && (await answerPage(request, reply))) return reply;
    if (methods.length === 0) return sendError(reply, 404, `There is nothing at ${path}. /docs lists what there is.`);
    reply.header("allow", methods.join(", "));
    return sendError(reply, 405, `${path} does not know ${request.method}. It answers to ${methods.join(", ")}.`);
  });
  const answerPage = serveWeb(app, options.webDirectory);
  for (const route of Object.values(routes)) addRoute(app, route, options);
  for (const removed of removedRoutes) {
    app.route({
      method: removed.method,
      url: fastifyPath(removed.path),
      config: { operation: removed.id },
      handler: (_, reply) => sendError(reply, 501, removed.reason),
    });
  }
  return app;
}

declare module "fastify" {
  interface FastifyContextConfig {
    operation?: string;
  }
  interface FastifyRequest {
    /** Once it is known; not used where nobody is asked. */
    caller: Caller | null;
  }
}

function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Clients send "Content-Type: application/json" with no body at all on actions such as install.
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_, text, done) => {
    if (text === "") return done(null, undefined);
    try {
      done(null, JSON.parse(text.toString()));
    } catch (error) {
      // The rest of the message would repeat a piece of the body, which may be a secret.
      const [detail] = error instanceof Error ? error.message.split(/, (?:\.{3})?"/, 1) : [];
      done(new HttpProblem(400, `The body is not JSON: ${detail ?? "unreadable"}. Send a JSON document.`));
    }
  });
}

function addRoute(app: FastifyInstance, route: RouteDefinition, options: ServerOptions): void {
  const handler = options.handlers[route.id as OperationId] as
    | ((request: unknown) => Promise<{ status: number; body: unknown; headers?: Record<string, string | number> }>)
    | undefined;
  const response = Object.fromEntries(
    Object.entries({ ...commonResponses, ...route.responses }).filter(
      ([status, schema]) => schema !== null && (route.responseType === "json" || Number(status) >= 400),
    ),
  );
  const guard = guardOf(route, options.guarded);
  const hooks: { onRequest?: (raw: FastifyRequest) => Promise<void> } = guard?.hooks ?? {};
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    schema: { response },
    ...hooks,
    ...(route.api === "images" && { onResponse: observing(route, options) }),
    ...(guard && {
      onSend: (raw, reply, _, done) => {
        const noted = guard.note(raw, reply.statusCode);
        if (noted) noted.then(() => done());
        else done();
      },
    }),
    config: { operation: route.id },
    exposeHeadRoute: !headPaths.has(route.path) && !endless.has(route.path),
    ...(calledByMachines.has(route.id) && { decompress: false }),
    ...(reports.has(route.id) && { bodyLimit: options.reportLimit }),
    ...(route.bodyType === "multipart" && {
      onRequest: async (raw) => {
        await hooks.onRequest?.(raw);
        requireMultipart(raw);
      },
    }),
    handler: async (raw, reply) => {
      if (!handler) {
        return sendError(reply, 501, `${route.id} is not built yet. "npm run coverage:api" lists what is.`);
      }
      const params = orProblem(checkParams(route, raw.params as Record<string, string>));
      const query = orProblem(checkQuery(route, raw.query as Record<string, string>));
      const headers = orProblem(checkHeaders(route, raw.headers));
      if (route.bodyType === "json" && raw.isMultipart()) throw wrongType(raw);
      const body =
        route.bodyType === "json"
          ? orProblem(checkBody(route, raw.body, { rejectUnknown: options.rejectUnknownFields }))
          : undefined;
      const caller = guard ? await guard.check(raw, query, body) : anyone;
      const decide = () =>
        handler({
          params,
          query,
          headers,
          body,
          requestId: raw.id,
          caller,
          isStillLetIn: async () => guard === null || guard.isStillLetIn(raw, query),
          raw,
          reply,
        });
      // Polls decide nothing worth a cause; the rest notes who asked.
      const answer = await (route.method === "GET" ? decide() : causedBy(causeOfRequest(route, raw.id, body), decide));
      if (reply.sent) return reply;
      reply.code(answer.status);
      for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
      // Fastify would send text as it is; where the contract says JSON it must be a JSON string.
      if (route.responseType === "json" && typeof answer.body === "string") {
        return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer.body));
      }
      if (answer.status >= 300 || route.responseType === "json") return reply.send(answer.body ?? undefined);
      if (!reply.hasHeader("content-type")) reply.type(mediaTypes[route.responseType]);
      return reply.send(answer.body);
    },
  });
}

const observing =
  ({ path: handler }: RouteDefinition, { observeDownload }: ServerOptions) =>
  async ({ method }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const bytes = method === "HEAD" ? 0 : Number(reply.raw.getHeader("content-length") ?? 0);
    // What was sent past the framework has its status only there.
    const code = String(reply.raw.statusCode);
    observeDownload({ handler, method, code, seconds: reply.elapsedTime / 1_000, bytes });
  };

// The contract has a HEAD of its own for these; Fastify adds one for every other GET.
const headPaths: ReadonlySet<string> = new Set(
  Object.values(routes).flatMap(({ method, path }) => (method === "HEAD" ? [path] : [])),
);

/** Every machine calls these once a minute: not even the question whether a body is compressed is asked. */
const calledByMachines: ReadonlySet<string> = new Set<OperationId>(["v2GetNextSteps", "v2PostStepReply"]);

const mediaTypes = {
  "octet-stream": "application/octet-stream",
  "event-stream": "text/event-stream",
  text: "text/plain; charset=utf-8",
  html: "text/html; charset=utf-8",
} as const;

function requireMultipart(raw: FastifyRequest): void {
  if (/^multipart\/form-data\b/i.test(raw.headers["content-type"] ?? "")) return;
  throw new HttpProblem(415, "This is an upload: send multipart/form-data with one file, upfile.");
}

const endless: ReadonlySet<string> = new Set(
  Object.values(routes).flatMap((route: RouteDefinition) =>
    route.responseType === "event-stream" ? [route.path] : [],
  ),
);

const known = [...Object.values(routes), ...removedRoutes].map(({ method, path }) => ({
  methods: method === "GET" && !endless.has(path) ? ["GET", "HEAD"] : [method],
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
}));

/** The methods that a path answers to. */
function methodsAt(path: string): string[] {
  const asked = path.replace(/\/{2,}/g, "/");
  return [...new Set(known.flatMap(({ methods, pattern }) => (pattern.test(asked) ? methods : [])))].toSorted();
}

function orProblem<Value>(checked: Checked<Value>): Value {
  if (checked.kind === "valid") return checked.value;
  throw new HttpProblem(400, describeProblems(checked.problems));
}

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");
