import { randomUUID } from "node:crypto";
import { hostname, networkInterfaces } from "node:os";
import type { DestinationStream, Logger } from "pino";
import { Aggregates } from "./aggregates/aggregates.ts";
import { createAccess } from "./auth/access.ts";
import { createCatalogue } from "./catalogue/catalogue.ts";
import { claimDataDirectory } from "./data-directory.ts";
import { EventRateLimiter } from "./events/rate-limit.ts";
import { Feed } from "./feed/feed.ts";
import { Collector } from "./garbage/collector.ts";
import { allHandlers } from "./handlers.ts";
import { buildServer } from "./http/server.ts";
import { addedImages, imageDirectory } from "./images/added-images.ts";
import { openImages, openStreams } from "./images/open-images.ts";
import { Preparation } from "./install/preparation.ts";
import { firstGlobalAddress, type Listeners, type Listening, listen } from "./listen.ts";
import { createLog } from "./log.ts";
import { watchCommits } from "./metrics/commits.ts";
import { DiskWatch } from "./metrics/disk.ts";
import { watchFleet } from "./metrics/fleet.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { measuredBy } from "./metrics/operations.ts";
import { openObjects } from "./objects/open-objects.ts";
import { samplePayload } from "./payload/sample.ts";
import { onlyReplica, PostgresReplicas, type Replicas } from "./replicas/replicas.ts";
import type { Service } from "./service.ts";
import { databaseFrom, listenersFrom, osImagesFrom, policyFrom, type Settings } from "./settings/index.ts";
import { steadyClock } from "./steady-clock.ts";
import { openFromSettings } from "./store/open-from-settings.ts";
import { openTls, type Tls } from "./tls/tls.ts";
import { openTracing } from "./tracing/tracing.ts";
import { Rotation, requireKeys } from "./vault/rotation.ts";
import { sealedObjects } from "./vault/sealed-objects.ts";
import { vaultFrom } from "./vault/vault.ts";
import { version } from "./version.ts";
import { webDirectory } from "./web/serve-web.ts";

export type RunningService = Readonly<{
  addresses: readonly Readonly<{ name: string; url: string }>[];
  /** What machines are told to call. */
  baseUrls: Service["baseUrls"];
  /** What it shows to those who connect; null: it speaks plain HTTP. */
  tls: Pick<Tls, "fingerprint" | "authorityFile" | "look"> | null;
  /** The operations of the contract that are built; the others answer 501. */
  operations: readonly string[];
  /** Finishes requests in flight, writes what is only in memory, and closes everything. */
  stop(): Promise<void>;
}>;

const longestPresenceFlush = 10_000;
const takeUpAgainMs = 1_000;

/** Opens the data, takes up what was left unfinished, and listens. Throws a `StartError` when it cannot. */
export async function startService({
  settings,
  logTo,
}: {
  settings: Settings;
  /** Standard error, unless something else is given. */
  logTo?: DestinationStream;
}): Promise<RunningService> {
  const log = createLog(settings.LOG_LEVEL, settings.LOG_FORMAT, logTo);
  const opened: (() => Promise<void>)[] = [];
  let listeners: Listeners | undefined;
  let feed: Feed | undefined;
  const metrics = createMetrics(version);
  const tracing = await openTracing(settings, version, log);
  const measured = measuredBy(metrics, tracing);
  const streams = openStreams(settings, () => {
    const [began, end] = [performance.now(), tracing?.begin("image stream")];
    return () => {
      metrics.observeImageStream((performance.now() - began) / 1_000);
      end?.();
    };
  });
  const closeAll = async () => {
    // Readers stay for ever: nothing would wait for the end of their requests.
    feed?.stop();
    streams.close();
    await listeners?.close();
    await closeInTurn(opened, log);
    await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, "the last traces were not sent"));
  };
  try {
    const directory = await claimDataDirectory(settings.MUSTER_DATA_DIR);
    opened.push(directory.release);
    const host = settings.MUSTER_HOST;
    const tls = settings.SERVE_HTTPS ? await openTls(settings, namesOf(settings), log) : null;
    if (tls) opened.push(async () => tls.close());
    listeners = await listen(host, listenersFrom(settings), tls);
    const vault = vaultFrom(settings);
    const choice = databaseFrom(settings);
    const database = await openFromSettings(settings, {
      vault,
      waits: () => log.info("waiting: another service brings the database up to date, or an import fills it"),
    });
    opened.push(database.close);
    await requireKeys(database.db, vault);
    const stored = await openObjects(settings);
    const rotation = new Rotation(database.db, stored, log);
    rotation.start();
    opened.push(() => rotation.stop());
    const replicas: Replicas =
      choice.kind === "embedded"
        ? onlyReplica
        : new PostgresReplicas({ db: database.db, connectionString: choice.connectionString, log });

    const baseUrls = baseUrlsFrom(settings, listeners.listening);
    const policy = { ...policyFrom(settings), serviceBaseUrl: baseUrls.service, imageServiceBaseUrl: baseUrls.images };
    const now = steadyClock({
      wall: Date.now,
      elapsed: () => performance.now(),
      jumped: (by) =>
        log.warn({ seconds: Math.round(by / 1_000) }, "the clock of this machine jumped; followed slowly"),
    });
    const aggregates = new Aggregates({
      db: database.db,
      replicas,
      policy,
      now,
      // The largest fleet that one service is made for, about 25 kB each.
      cacheHosts: 15_000,
      eventLimits: new EventRateLimiter(settings.EVENT_RATE_LIMITS),
      measured,
      refreshed: (kind, id, milliseconds) => {
        metrics.observeRefresh(kind, milliseconds);
        tracing?.past("refresh", { "muster.kind": kind, "muster.id": id }, milliseconds);
      },
      refreshFailed: (subject, error) => log.error({ err: error, subject }, "a refresh failed, and is tried again"),
    });
    const catalogue = createCatalogue({
      releases: settings.RELEASE_IMAGES,
      osImages: osImagesFrom(settings),
      added: addedImages(imageDirectory(settings.MUSTER_DATA_DIR), (reason) => log.warn(reason)),
      sources: settings.RELEASE_SOURCES,
      ignoredVersions: settings.IGNORED_OPENSHIFT_VERSIONS ?? [],
      okd: settings.ENABLE_OKD_SUPPORT,
    });
    const images = await openImages({ settings, catalogue, baseUrls, log, now }, () => service);
    opened.push(() => images.close());
    const live = await Feed.open({
      db: database.db,
      aggregates,
      replicas,
      policy,
      failed: (what, error) => log.warn({ err: error }, `live feed: ${what}`),
    });
    feed = live;
    aggregates.writer.onStored((stored) => live.publish(stored));
    const scopeChecked = metrics.countScopeCheck;
    const access = await createAccess({ settings, db: database.db, aggregates, log, now, scopeChecked });
    const service: Service = {
      settings,
      policy,
      db: database.db,
      aggregates,
      replicas,
      feed: live,
      access,
      serviceCaFile: settings.SERVICE_CA_CERT_PATH ?? tls?.authorityFile ?? null,
      objects: sealedObjects(stored, vault),
      images,
      streams,
      payload: samplePayload,
      catalogue,
      metrics,
      measured,
      log,
      now,
      newId: randomUUID,
      baseUrls,
      version,
    };
    watchFleet(service);
    watchCommits(aggregates, metrics.instruments);
    const disk = new DiskWatch(settings, log, metrics.instruments);
    disk.start();
    opened.push(async () => disk.stop());
    const preparation = new Preparation(service);
    const takeUp = async () => {
      await aggregates.start();
      await preparation.resume();
    };
    let isClosing = false;
    const takeUpAgain = () => {
      if (isClosing) return;
      takeUp().catch((error) => {
        log.error({ err: error }, "what other replicas left was not taken up; this is tried again");
        setTimeout(takeUpAgain, takeUpAgainMs).unref();
      });
    };
    opened.push(async () => {
      isClosing = true;
    });
    await replicas.start({
      heard: (news) => {
        aggregates.heard(news);
        if ("changes" in news) live.readOn();
      },
      missed: () => {
        void aggregates.compareAll();
        live.readOn();
        takeUpAgain();
      },
      moved: takeUpAgain,
    });
    opened.push(() => replicas.stop());
    await takeUp();
    opened.push(() => aggregates.stop());
    opened.push(async () => preparation.stop());
    const collector = new Collector(service);
    collector.start();
    opened.push(async () => collector.stop());
    // Several times before anybody could be missed: other replicas hear of a host's calls only then.
    const flushEvery = Math.min(longestPresenceFlush, settings.HOST_MAX_DISCONNECTION_TIME / 4);
    const flushing = setInterval(() => {
      aggregates.flushPresence().catch((error) => log.warn({ err: error }, "presence was not written"));
    }, flushEvery);
    opened.push(async () => clearInterval(flushing));

    opened.push(async () => access.guarded?.close());
    const handlers = allHandlers(service, database);
    const app = await buildServer({
      handlers,
      guarded: access.guarded,
      log,
      bodyLimit: settings.MUSTER_BODY_LIMIT,
      reportLimit: settings.MUSTER_INVENTORY_LIMIT,
      uploadLimit: settings.MUSTER_UPLOAD_LIMIT,
      allowedDomains: settings.ALLOWED_DOMAINS ?? [],
      rejectUnknownFields: settings.ENABLE_REJECT_UNKNOWN_FIELDS,
      webDirectory,
      places: {
        database:
          choice.kind === "embedded" ? `the data directory ${settings.MUSTER_DATA_DIR}` : "the PostgreSQL server",
        files: settings.WORK_DIR ?? `the data directory ${settings.MUSTER_DATA_DIR}`,
      },
      observe: service.metrics.observeRequest,
      observeDownload: service.metrics.observeDownload,
      tracing,
    });
    opened.push(() => app.close());
    await app.ready();
    listeners.serve(app);
    const shownHost = host === undefined || host === "0.0.0.0" || host === "::" ? "localhost" : host;
    const addresses = listeners.listening.map(({ name, port }) => ({
      name,
      url: `${tls === null || name === "boot" ? "http" : "https"}://${bracket(shownHost)}:${port}`,
    }));
    log.info({ addresses, baseUrls, ...(tls && { fingerprint: tls.fingerprint }) }, "listening");
    const stop = async () => {
      await listeners?.leave(settings.MUSTER_SHUTDOWN_DELAY);
      await closeAll();
    };
    return { addresses, baseUrls, tls, operations: Object.keys(handlers), stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function baseUrlsFrom(settings: Settings, listening: readonly Listening[]): Service["baseUrls"] {
  const host = settings.MUSTER_HOST;
  const reachable = host === undefined || host === "0.0.0.0" || host === "::" ? firstGlobalAddress() : bracket(host);
  const url = (name: Listening["name"]) => {
    const listener = listening.find((candidate) => candidate.name === name) ?? listening[0];
    const scheme = settings.SERVE_HTTPS ? "https" : "http";
    return `${scheme}://${reachable}:${listener?.port ?? settings.MUSTER_API_PORT}`;
  };
  return {
    service: trimSlash(settings.SERVICE_BASE_URL ?? url("api")),
    images: trimSlash(settings.IMAGE_SERVICE_BASE_URL ?? url("images")),
  };
}

/** What a certificate of the service's own must name: every address of the machine, and what it is called by. */
function namesOf({ SERVICE_BASE_URL, IMAGE_SERVICE_BASE_URL, MUSTER_HOST }: Settings): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const given = [SERVICE_BASE_URL, IMAGE_SERVICE_BASE_URL].flatMap((url) => (url ? [new URL(url).hostname] : []));
  const names = ["localhost", hostname(), ...(MUSTER_HOST ? [MUSTER_HOST] : []), ...given, ...addresses];
  const usable = names
    .map((name) => name.replaceAll(/[[\]]|%.*$/g, "").toLowerCase())
    .filter((name) => !name.startsWith("fe80:"));
  return [...new Set(usable)].sort();
}

const trimSlash = (text: string): string => text.replace(/\/+$/, "");
const bracket = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);

/** What was opened last is closed first; what cannot be closed does not keep the rest open. */
async function closeInTurn(opened: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) {
    await close().catch((error: unknown) => log.warn({ err: error }, "something did not close as it should"));
  }
}
