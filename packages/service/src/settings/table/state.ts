import { boolean, duration, integer, oneOf, path, port, string, url } from "../kind.ts";
import { setting } from "../setting.ts";

const notMeasured = "slow queries are not logged yet.";

export const state = {
  MUSTER_DATA_DIR: setting(path, {
    flag: "data-dir",
    default: ".muster",
    says: "Where the embedded database and all files live.",
  }),
  MUSTER_CONFIG: setting(path, {
    flag: "config",
    unset: "no file",
    says: "A YAML file of settings, by the names on this page.",
  }),
  DATA_DIR: setting(path, {
    says: "Where a separate image service keeps live images.",
    noEffect: "they are in the data directory: set MUSTER_DATA_DIR.",
  }),
  DATA_TEMP_DIR: setting(path, {
    says: "Where a separate image service unpacks live images.",
    noEffect: "nothing is unpacked: images are made while they are sent.",
  }),
  DATABASE_URL: setting(url(["postgres", "postgresql"]), {
    secret: true,
    unset: "the embedded database, unless DB_HOST is set",
    says: "The PostgreSQL (15 or newer) to use: postgres://user:password@host:5432/name.",
  }),
  DB_HOST: setting(string, {
    unset: "the embedded database",
    says: "The host of PostgreSQL, when DATABASE_URL is not set.",
  }),
  DB_PORT: setting(port, { default: "5432", says: "The port of PostgreSQL, with DB_HOST." }),
  DB_USER: setting(string, { says: "The user in PostgreSQL, with DB_HOST." }),
  DB_PASS: setting(string, { secret: true, says: "That user's password." }),
  DB_NAME: setting(string, { default: "installer", says: "The database in PostgreSQL, with DB_HOST." }),
  DB_MAX_OPEN_CONNECTIONS: setting(integer({ min: 1 }), {
    default: "90",
    says: "The most connections to PostgreSQL at a time.",
  }),
  DB_MAX_IDLE_CONNECTIONS: setting(integer(), {
    default: "50",
    says: "The most connections to PostgreSQL that are kept while nothing uses them.",
    noEffect: "an idle connection closes after ten seconds, however many there are.",
  }),
  DB_CONNECTIONS_MAX_LIFETIME: setting(duration, {
    default: "30m",
    says: "A connection to PostgreSQL is replaced after this time.",
  }),
  DB_LOG_SLOW_QUERIES: setting(boolean, { default: "false", says: "Log slow queries.", noEffect: notMeasured }),
  DB_SLOW_QUERY_THRESHOLD: setting(duration, {
    default: "200ms",
    says: "A query that takes longer is slow.",
    noEffect: notMeasured,
  }),
  DB_SLOW_QUERY_HTTP_ROUTES: setting(string, {
    says: "Log slow queries of these routes only.",
    noEffect: notMeasured,
  }),
  DB_SLOW_QUERY_SCOPES: setting(string, { says: "Log slow queries of these parts only.", noEffect: notMeasured }),
  STORAGE: setting(oneOf("filesystem", "s3"), {
    default: "filesystem",
    says: "Where logs, manifests, kubeconfigs and ignition files are kept: as files, or in any S3-compatible store. (The Go service starts with s3.)",
  }),
  WORK_DIR: setting(path, {
    unset: "objects in the data directory",
    says: "Where logs, manifests and kubeconfigs are kept as files. Replicas without S3 must share it.",
  }),
  S3_ENDPOINT_URL: setting(url(), {
    unset: "AWS, in S3_REGION",
    says: "The S3 server, with STORAGE=s3. Buckets are named in the path: http://minio:9000/bucket/key.",
  }),
  S3_BUCKET: setting(string, {
    says: "The bucket, with STORAGE=s3: for this service and its replicas alone.",
  }),
  S3_REGION: setting(string, { unset: "us-east-1", says: "The region that requests to S3 are signed for." }),
  CREATE_S3_BUCKET: setting(boolean, { default: "false", says: "Make the bucket at the start when it is missing." }),
  AWS_ACCESS_KEY_ID: setting(string, { secret: true, says: "The access key for S3." }),
  AWS_SECRET_ACCESS_KEY: setting(string, { secret: true, says: "The secret key that belongs to it." }),
  ENABLE_XATTR_FALLBACK: setting(boolean, {
    default: "true",
    says: "Keep metadata beside files where the filesystem has no extended attributes.",
    noEffect: "Muster never needs extended attributes.",
  }),
  FILESYSTEM_USAGE_THRESHOLD: setting(integer({ max: 100 }), {
    default: "80",
    unit: "percent",
    says: "Warn in the log when the filesystem of the data directory is fuller than this.",
  }),
};
