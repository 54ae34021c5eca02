// Traces for whoever collects them. Without a collector nothing of it is loaded.
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Settings } from "../settings/index.ts";

export type Tracing = Readonly<{
  /** Each request becomes a span, in the trace of its caller when that names one. */
  watchRequests(app: FastifyInstance): void;
  /** A span around work, inside of the one under way. */
  within<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
  /** A span that ends when the result is called. */
  begin(name: string): () => void;
  /** A span of something that has just ended. */
  past(name: string, about: Readonly<Record<string, string>>, milliseconds: number): void;
  /** Sends what is left. */
  stop(): Promise<void>;
}>;

export async function openTracing(settings: Settings, version: string, log: Logger): Promise<Tracing | null> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  const { traceTo } = await import("./open-telemetry.ts");
  return traceTo({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: headersOf(settings.OTEL_EXPORTER_OTLP_HEADERS ?? []),
    serviceName: settings.OTEL_SERVICE_NAME,
    share: Number(settings.OTEL_TRACES_SAMPLER_ARG),
    version,
    log,
  });
}

/** `name=value` with percent signs for what a header cannot hold, as OpenTelemetry writes them. */
const headersOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
