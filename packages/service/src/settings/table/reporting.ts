import { Type } from "typebox";
import { boolean, duration, json, type Kind, list, mapOf, oneOf, string, text, url } from "../kind.ts";
import { setting } from "../setting.ts";

const neverSent = "Muster never sends data about its users anywhere.";
const noStream = "Kafka is not spoken; GET /v2/events has what happened.";
const eventDriven = "clusters are refreshed when something changes, not in rounds.";

const levels = oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent");

/** The Go service's users also write `warning` and `panic`, in either case. */
const logLevel: Kind<"fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent"> = {
  ...levels,
  read: (raw) => {
    const word = String(raw).trim().toLowerCase();
    return levels.read(word === "warning" ? "warn" : word === "panic" ? "fatal" : raw);
  },
};

const limitsByName = json(
  mapOf(Type.String()),
  'JSON: event name, then a time such as {"host_media_disconnected": "1m"}',
);

const eventLimits: Kind<Readonly<Record<string, number>>> = {
  ...limitsByName,
  read(raw) {
    const map = limitsByName.read(raw);
    if (!map.ok) return map;
    const limits: Record<string, number> = {};
    for (const [name, text] of Object.entries(map.value)) {
      const span = duration.read(text);
      if (!span.ok) return span;
      limits[name] = span.value;
    }
    return { ok: true, value: limits };
  },
};

const headers: Kind<readonly string[]> = {
  ...list,
  allows: "name=value, several with commas",
  read(raw) {
    const pairs = list.read(raw);
    return pairs.ok && !pairs.value.every(isHeader) ? { ok: false } : pairs;
  },
};

function isHeader(pair: string): boolean {
  const [, value] = /^[\w!#$&'*+.^`|~-]+\s*=(.*)$/.exec(pair) ?? [];
  try {
    return value !== undefined && decodeURIComponent(value) !== "";
  } catch {
    return false;
  }
}

const share = text("a number from 0 to 1", (value) => /^(?:0?\.\d+|[01](?:\.0+)?)$/.test(value));

export const reporting = {
  LOG_LEVEL: setting(logLevel, { flag: "log-level", default: "info", says: "The least important messages to log." }),
  LOGLEVEL: setting(string, {
    says: "What a separate image service logs.",
    noEffect: "images are served by the same program: set LOG_LEVEL.",
  }),
  LOG_FORMAT: setting(oneOf("text", "json"), {
    default: "text",
    says: "Lines for people or for machines.",
  }),
  RELEASE_TAG: setting(string, { unset: "this program's version", says: "The version that the API reports." }),
  SELF_VERSION: setting(string, {
    unset: "this program's version",
    says: "The image of the service that GET /v2/component-versions reports.",
  }),
  DEPLOYMENT_TYPE: setting(string, {
    says: "What the running installation calls itself in collected data.",
    noEffect: neverSent,
  }),
  DEPLOYMENT_VERSION: setting(string, { says: "Its version in collected data.", noEffect: neverSent }),
  ENABLE_DATA_COLLECTION: setting(boolean, {
    default: "true",
    says: "Upload events of installations to the vendor.",
    noEffect: neverSent,
  }),
  DATA_UPLOAD_ENDPOINT: setting(url(), {
    default: "https://console.redhat.com/api/ingress/v1/upload",
    says: "Where they would go.",
    noEffect: neverSent,
  }),
  CLUSTER_EVENTS_UPLOADER_INTERVAL: setting(duration, {
    default: "15m",
    says: "How often they would go.",
    noEffect: neverSent,
  }),
  ENABLE_EVENT_STREAMING: setting(boolean, { default: "false", says: "Stream changes to Kafka.", noEffect: noStream }),
  KAFKA_BOOTSTRAP_SERVER: setting(string, { says: "The Kafka server.", noEffect: noStream }),
  KAFKA_CLIENT_ID: setting(string, { says: "The user at Kafka.", noEffect: noStream }),
  KAFKA_CLIENT_SECRET: setting(string, { secret: true, says: "That user's password.", noEffect: noStream }),
  KAFKA_EVENT_STREAM_TOPIC: setting(string, { says: "The topic.", noEffect: noStream }),
  KAFKA_SASL_MECHANISM: setting(oneOf("PLAIN", "SCRAM"), {
    default: "PLAIN",
    says: "How to log in at Kafka.",
    noEffect: noStream,
  }),
  EVENT_RATE_LIMITS: setting(eventLimits, {
    unset: "a few events that a machine could cause at every poll",
    says: "How much time must pass before an event of one name is told again of the same subject.",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(url(), {
    unset: "no traces",
    says: "A collector of OpenTelemetry traces that takes OTLP over HTTP, such as http://collector:4318; /v1/traces is added.",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(headers, {
    secret: true,
    says: "Headers for the collector: name=value, several with commas, special characters as %20.",
  }),
  OTEL_SERVICE_NAME: setting(string, { default: "muster", says: "What the service is called in traces." }),
  OTEL_TRACES_SAMPLER_ARG: setting(share, {
    default: "1",
    says: "The share of traces that is kept, of those that begin here: 0.01 is one in a hundred. A caller that sends traceparent decides for itself.",
  }),
  SLOW_CLUSTER_MONITOR_LOG_THRESHOLD: setting(duration, {
    default: "1s",
    says: "Log refreshes of a cluster that take longer.",
    noEffect: eventDriven,
  }),
  SLOW_HOST_MONITOR_LOG_THRESHOLD: setting(duration, {
    default: "1s",
    says: "Log refreshes of a host that take longer.",
    noEffect: eventDriven,
  }),
};
