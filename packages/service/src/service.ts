import type { Instant, Policy } from "@muster/core";
import type { Logger } from "pino";
import type { Aggregates } from "./aggregates/aggregates.ts";
import type { Access } from "./auth/access.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { Feed } from "./feed/feed.ts";
import type { Images } from "./images/images.ts";
import type { Streams } from "./images/streams.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Measured } from "./metrics/operations.ts";
import type { Objects } from "./objects/objects.ts";
import type { Payload } from "./payload/payload.ts";
import type { Replicas } from "./replicas/replicas.ts";
import type { Settings } from "./settings/index.ts";
import type { Db } from "./store/database.ts";

/** What use cases work with. Each outside thing is a narrow port; tests pass small ones. */
export type Service = Readonly<{
  settings: Settings;
  policy: Policy;
  db: Db;
  aggregates: Aggregates;
  feed: Feed;
  access: Access;
  /** A certificate authority that machines must trust to reach the service, if they need to be told. */
  serviceCaFile: string | null;
  objects: Objects;
  images: Images;
  /** The images that are being sent, and who waits for a turn. */
  streams: Streams;
  payload: Payload;
  catalogue: Catalogue;
  metrics: Metrics;
  /** Around work whose duration an operator wants to know. */
  measured: Measured;
  replicas: Replicas;
  log: Logger;
  now: () => Instant;
  newId: () => string;
  baseUrls: Readonly<{ service: string; images: string }>;
  version: string;
}>;
