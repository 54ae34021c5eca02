import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Tracing } from "./tracing.ts";

type Options = Readonly<{
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** How many of the traces that begin here are kept, from 0 to 1. */
  share: number;
  version: string;
  log: Pick<Logger, "warn">;
}>;

/** Asked all the time, and never what somebody looks for. */
const unwatched: ReadonlySet<string> = new Set(["getHealth", "getLive", "getReady", "getMetrics"]);

// The collector may be away for good: the end of the service does not wait for it.
const patience = 5_000;

export function traceTo({ url, headers, serviceName, share, version, log }: Options): Tracing {
  const tell = (message: string) => log.warn({ reason: message }, "traces could not be sent");
  const quiet = () => {};
  diag.setLogger(
    { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: patience });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("muster", version);
  const scope = new AsyncLocalStorage<Context>();
  const here = () => scope.getStore() ?? ROOT_CONTEXT;

  return {
    watchRequests: (app) => watchRequests(app, { start: (name, from) => tracer.startSpan(name, server, from), scope }),
    within: async (name, work) => {
      const span = tracer.startSpan(name, {}, here());
      try {
        return await scope.run(trace.setSpan(here(), span), work);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
        throw error;
      } finally {
        span.end();
      }
    },
    begin: (name) => {
      const span = tracer.startSpan(name, {}, here());
      return () => span.end();
    },
    past: (name, attributes, milliseconds) => {
      const now = Date.now();
      tracer.startSpan(name, { attributes, startTime: now - milliseconds }, here()).end(now);
    },
    stop: () => provider.shutdown(),
  };
}

const server = { kind: SpanKind.SERVER };

function watchRequests(
  app: FastifyInstance,
  { start, scope }: { start: (name: string, from: Context) => Span; scope: AsyncLocalStorage<Context> },
): void {
  const propagator = new W3CTraceContextPropagator();
  const underWay = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _, done) => {
    const { url: route, config } = request.routeOptions;
    if (config.operation && !unwatched.has(config.operation)) {
      const from = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      // Not the address itself: tokens may be a part of it.
      const span = start(`${request.method} ${route}`, from);
      span.setAttributes({ "http.request.method": request.method, "http.route": route ?? "" });
      span.setAttributes({ "muster.operation": config.operation, "muster.request_id": request.id });
      underWay.set(request, span);
    }
    done();
  });
  // Only now: what ran before, the reading of the body, would lose it.
  app.addHook("preHandler", (request, _, done) => {
    const span = underWay.get(request);
    if (span) scope.run(trace.setSpan(ROOT_CONTEXT, span), done);
    else done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const span = underWay.get(request);
    span?.setAttribute("http.response.status_code", reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
