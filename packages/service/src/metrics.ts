import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = Readonly<{
  text(): Promise<string>;
  contentType: string;
  observeRequest(route: string, status: number, seconds: number): void;
  observeRefresh(kind: "cluster" | "pool", seconds: number): void;
  /** A reader of the feed did not keep up. */
  countDroppedReader(): void;
  /** Where metrics of other parts of the service are registered. */
  registry: Registry;
  /** A token was held against the resource that was asked for. */
  countScopeCheck(allowed: boolean): void;
}>;

export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: "muster_build_info", help: "The running version.", labelNames: ["version"], registers: [registry] })
    .labels(version)
    .set(1);
  const requests = new Histogram({
    name: "muster_http_request_seconds",
    help: "How long requests take, by operation and status.",
    labelNames: ["operation", "status"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const refreshes = new Histogram({
    name: "muster_refresh_seconds",
    help: "How long it takes to find out what must change in a cluster, or in the hosts of a pool.",
    labelNames: ["kind"],
    buckets: [0.0005, 0.002, 0.01, 0.05, 0.2, 1],
    registers: [registry],
  });
  const dropped = new Counter({
    name: "muster_feed_readers_dropped_total",
    help: "Readers of the live feed that did not keep up and were cut off.",
    registers: [registry],
  });
  const scopeChecks = new Counter({
    name: "assisted_installer_urlauth_scope_checks_total",
    help: "How often a token was held against the resource that its holder asked for.",
    labelNames: ["result"],
    registers: [registry],
  });
  return {
    registry,
    countDroppedReader: () => dropped.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    observeRequest: (route, status, seconds) => requests.labels(route, String(status)).observe(seconds),
    observeRefresh: (kind, seconds) => refreshes.labels(kind).observe(seconds),
    countScopeCheck: (allowed) => scopeChecks.labels(allowed ? "allowed" : "refused").inc(),
  };
}
