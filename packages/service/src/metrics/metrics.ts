import { Instruments } from "./instruments.ts";

export type Metrics = Readonly<{
  text(): Promise<string>;
  contentType: string;
  observeRequest(route: string, status: number, seconds: number): void;
  observeRefresh(kind: "cluster" | "pool", milliseconds: number): void;
  observeOperation(operation: Operation, milliseconds: number): void;
  observeImageStream(seconds: number): void;
  observeDownload(download: ObservedDownload): void;
  /** A reader of the feed did not keep up. */
  countDroppedReader(): void;
  /** A token was held against the resource that was asked for. */
  countScopeCheck(allowed: boolean): void;
  /** What other parts of the service count with. */
  instruments: Instruments;
}>;

/** A download that has ended, whatever its answer was. `handler` is the form of its address: links hold secrets. */
export type ObservedDownload = Readonly<{
  handler: string;
  method: string;
  code: string;
  seconds: number;
  bytes: number;
}>;

/** Work inside the service that nobody's request is the measure of. */
export type Operation = "commit" | "prepare-installation" | "collect-garbage";

export function createMetrics(version: string): Metrics {
  const instruments = new Instruments();
  instruments.measure("muster_build_info", (gauge) => gauge.set({ version }, 1));
  showUnused(instruments);
  return {
    instruments,
    text: () => instruments.registry.metrics(),
    contentType: instruments.registry.contentType,
    observeRequest: (operation, status, seconds) =>
      instruments.observe("muster_http_request_seconds", { operation, status: String(status) }, seconds),
    observeRefresh: (kind, milliseconds) => {
      instruments.observe("muster_refresh_seconds", { kind }, milliseconds / 1_000);
      const subject = kind === "cluster" ? "clusters" : "hosts";
      instruments.observe(`service_assisted_installer_monitored_${subject}_duration_ms`, notInRounds, milliseconds);
    },
    observeOperation: (operation, milliseconds) =>
      instruments.observe("service_assisted_installer_operation_duration_miliseconds", { operation }, milliseconds),
    observeImageStream: (seconds) => instruments.observe("muster_image_stream_seconds", {}, seconds),
    observeDownload: ({ code, handler, method, seconds, bytes }) => {
      const labels = { code, handler, method, service: "" };
      instruments.observe("assisted_image_service_http_request_duration_seconds", labels, seconds);
      instruments.observe("assisted_image_service_http_response_size_bytes", labels, bytes);
    },
    countDroppedReader: () => instruments.count("muster_feed_readers_dropped_total", {}),
    countScopeCheck: (allowed) =>
      instruments.count("service_assisted_installer_urlauth_scope_checks_total", {
        result: allowed ? "allowed" : "refused",
      }),
  };
}

const notInRounds = { fullscan: "false" };

/** Dashboards that ask for these find a zero, not a hole. */
function showUnused(instruments: Instruments): void {
  for (const subject of ["clusters", "hosts"] as const) {
    instruments.zero(`service_assisted_installer_monitored_${subject}_cycle_duration_ms`, notInRounds);
  }
  for (const hit of ["true", "false"]) {
    instruments.count("service_assisted_installer_release_cache", { hit, releaseId: "" }, 0);
  }
  for (const success of ["true", "false"]) {
    instruments.count("service_assisted_installer_release_cache_eviction", { success }, 0);
  }
  for (const result of ["allowed", "refused"]) {
    instruments.count("service_assisted_installer_urlauth_scope_checks_total", { result }, 0);
  }
}
