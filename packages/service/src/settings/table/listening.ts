import { boolean, bytes, duration, integer, list, oneOf, path, port, string, url } from "../kind.ts";
import { setting } from "../setting.ts";

const sameProgram = "images are made by the same program, which asks no other service.";

export const listening = {
  MUSTER_HOST: setting(string, {
    flag: "host",
    unset: "every address",
    says: "The address to listen on. 127.0.0.1 keeps the service to this machine.",
  }),
  MUSTER_PORT: setting(integer({ min: 0, max: 65_535 }), {
    flag: "port",
    unset: "the three ports below",
    says: "Serve everything on this one port. 0 takes any free one.",
  }),
  MUSTER_API_PORT: setting(port, {
    default: "8090",
    says: "The port of the API. Each of the three serves everything.",
  }),
  MUSTER_UI_PORT: setting(port, { default: "8080", says: "The port that people open in a browser." }),
  MUSTER_IMAGES_PORT: setting(port, { default: "8888", says: "The port that machines fetch images from." }),
  SERVICE_BASE_URL: setting(url(), {
    flag: "base-url",
    unset: "the first global address of this machine and the API's port",
    says: "How machines reach the API; it is written into every image.",
  }),
  IMAGE_SERVICE_BASE_URL: setting(url(), {
    unset: "the first global address of this machine and the images' port",
    says: "How machines reach the images; download links start with it.",
  }),
  ALLOWED_DOMAINS: setting(list, {
    unset: "no cross-origin answers",
    says: "Web origins whose pages may call the API (CORS); * allows every origin.",
  }),
  ENABLE_REJECT_UNKNOWN_FIELDS: setting(boolean, {
    default: "true",
    says: "Refuse a v2 request body with fields that the API does not know.",
  }),
  MUSTER_BODY_LIMIT: setting(bytes, {
    default: "2MiB",
    says: "The largest request body, apart from uploads and hosts' reports.",
  }),
  MUSTER_FEED_READERS: setting(integer({ min: 1 }), {
    default: "4000",
    says: "The most readers that may follow the live feed at once.",
  }),
  MUSTER_INVENTORY_LIMIT: setting(bytes, {
    default: "32MiB",
    says: "The largest report of a host. A host with thousands of disks needs several MiB.",
  }),
  MUSTER_UPLOAD_LIMIT: setting(bytes, { default: "1GiB", says: "The largest upload of logs." }),
  MUSTER_SHUTDOWN_TIMEOUT: setting(duration, {
    default: "10s",
    says: "How long requests in flight may take to finish when the service is asked to stop.",
  }),
  MUSTER_SHUTDOWN_DELAY: setting(duration, {
    default: "0s",
    says: "How long the service goes on to answer when it is asked to stop, while GET /ready already says no: balancers take this time to send requests elsewhere.",
  }),
  LIVENESS_VALIDATION_TIMEOUT: setting(duration, {
    default: "5m",
    says: "GET /health fails when the refresh engine has stood still for this long.",
  }),
  SERVE_HTTPS: setting(boolean, { default: "false", says: "Listen with TLS on every port." }),
  HTTPS_CERT_FILE: setting(path, {
    says: "The certificate chain for TLS, in PEM. A new one is taken up without a restart.",
  }),
  HTTPS_KEY_FILE: setting(path, { says: "The private key for TLS, in PEM." }),
  MUSTER_HTTPS_SELF_SIGNED: setting(boolean, {
    default: "false",
    says: "With SERVE_HTTPS and no files: make a certificate, keep it in the data directory, and have agents trust it.",
  }),
  HTTP_LISTEN_PORT: setting(port, {
    says: "Beside TLS, a plain port for what network boot fetches: iPXE scripts, kernels, initrds and root filesystems.",
  }),
  TLS_MIN_VERSION: setting(oneOf("VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"), {
    unset: "VersionTLS12",
    says: "The oldest TLS version that clients may use.",
  }),
  TLS_CIPHER_SUITES: setting(list, {
    unset: "those that Node takes",
    says: "The TLS ciphers that clients may use, by their IANA names.",
  }),
  LISTEN_PORT: setting(port, {
    says: "The port of a separate image service.",
    noEffect: "images are served by the same program: set MUSTER_IMAGES_PORT.",
  }),
  ASSISTED_SERVICE_SCHEME: setting(oneOf("http", "https"), {
    says: "How a separate image service reaches the API.",
    noEffect: sameProgram,
  }),
  ASSISTED_SERVICE_HOST: setting(string, {
    says: "Where a separate image service reaches the API.",
    noEffect: sameProgram,
  }),
  ASSISTED_SERVICE_API_TRUSTED_CA_FILE: setting(path, {
    says: "The certificate authority that a separate image service trusts for it.",
    noEffect: sameProgram,
  }),
  HTTPS_CA_FILE: setting(path, { says: "The same under its old name.", noEffect: sameProgram }),
};
