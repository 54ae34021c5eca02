import { ReleaseImages, ReleaseSources } from "@muster/contract";
import { Type } from "typebox";
import { LiveImages } from "../../catalogue/live-image.ts";
import { boolean, bytes, duration, integer, json, list, mapOf, oneOf, path, string, text, url } from "../kind.ts";
import { setting } from "../setting.ts";

const noSync = "channels are not asked for new releases yet.";
const noPayload = "ignition files for clusters are not built yet.";

const texts = mapOf(Type.String());

export const releases = {
  RELEASE_IMAGES: setting(json(ReleaseImages, "a JSON list of release images"), {
    unset: "the built-in catalogue",
    says: "The releases that can be installed.",
  }),
  OS_IMAGES: setting(json(LiveImages, "a JSON list of live images"), {
    unset: "the built-in catalogue",
    says: 'The live images that machines boot: openshift_version, cpu_architecture, version, and as url an address or a path; "sha256" is checked where it is given. `muster images add` adds to them.',
  }),
  RHCOS_VERSIONS: setting(json(LiveImages, "a JSON list of live images"), {
    unset: "OS_IMAGES",
    says: "The old name of OS_IMAGES, which counts where both are set.",
  }),
  RELEASE_SOURCES: setting(json(ReleaseSources, "a JSON list of release sources"), {
    says: "Channels that are asked for new releases.",
  }),
  OPENSHIFT_RELEASE_SYNCER_INTERVAL: setting(duration, {
    default: "30m",
    says: "How often they are asked.",
    noEffect: noSync,
  }),
  RED_HAT_PRODUCT_LIFE_CYCLE_DATA_API_BASE_URL: setting(url(), {
    default: "https://access.redhat.com/product-life-cycles/api/v2/products",
    says: "Where the support level of a release is looked up.",
    noEffect: noSync,
  }),
  IGNORED_OPENSHIFT_VERSIONS: setting(list, { says: "Versions to leave out of the catalogue." }),
  ENABLE_OKD_SUPPORT: setting(boolean, { default: "true", says: "Offer OKD releases." }),
  OKD_RPMS_IMAGE: setting(string, { says: "An image with the packages that OKD hosts add." }),
  MUST_GATHER_IMAGES: setting(json(mapOf(texts), "JSON: version, then operator, then image"), {
    unset: "each release's own image",
    says: "The images that collect diagnostics, by version and operator.",
  }),
  PUBLIC_CONTAINER_REGISTRIES: setting(list, {
    says: "Registries that a pull secret need not name.",
    noEffect: "pull secrets are not checked yet.",
  }),
  REGISTRY_CREDS: setting(string, {
    secret: true,
    says: "Credentials for the registries that this service itself reads.",
    noEffect: noPayload,
  }),
  FORCE_INSECURE_POLICY_JSON: setting(boolean, {
    default: "false",
    says: "Hosts accept unsigned images when registries are mirrored.",
  }),
  AGENT_DOCKER_IMAGE: setting(string, {
    default: "quay.io/edge-infrastructure/assisted-installer-agent:latest",
    says: "The agent that runs on a live host.",
  }),
  INSTALLER_IMAGE: setting(string, {
    default: "quay.io/edge-infrastructure/assisted-installer:latest",
    says: "The installer that runs on a host being installed.",
  }),
  CONTROLLER_IMAGE: setting(string, {
    default: "quay.io/edge-infrastructure/assisted-installer-controller:latest",
    says: "The controller that runs in the new cluster.",
  }),
  INSTALL_INVOKER: setting(string, {
    default: "assisted-installer",
    says: "Who installs, as recorded in the new cluster.",
  }),
  DUMMY_IGNITION: setting(boolean, {
    default: "false",
    says: "Make short stand-ins instead of real ignition files; for tests of other software.",
    noEffect: noPayload,
  }),
  EPHEMERAL_INSTALLER_CLUSTER_TLS_CERTS_OVERRIDE_DIR: setting(path, {
    says: "A directory with certificates for the new cluster instead of fresh ones.",
    noEffect: noPayload,
  }),
  INSTALLER_CACHE_CAPACITY: setting(bytes, {
    default: "0",
    says: "How much disk the cache of releases may take; 0 is no limit.",
    noEffect: noPayload,
  }),
  INSTALLER_CACHE_MAX_RELEASE_SIZE: setting(bytes, {
    default: "2GiB",
    says: "The most that one release may take in it.",
    noEffect: noPayload,
  }),
  INSTALLER_CACHE_RELEASE_FETCH_RETRY_INTERVAL: setting(duration, {
    default: "30s",
    says: "The pause before a failed fetch is tried again.",
    noEffect: noPayload,
  }),
  ENABLE_IMAGE_SERVICE: setting(boolean, { default: "true", says: "Serve images." }),
  ISO_IMAGE_TYPE: setting(oneOf("full-iso", "minimal-iso"), {
    default: "full-iso",
    says: "The kind of image an infra-env gets unless it asks for one.",
  }),
  IMAGE_EXPIRATION_TIME: setting(duration, {
    default: "4h",
    says: "How long a download link works, with AUTH_TYPE=rhsso.",
  }),
  IMAGE_EXPIRATION_INTERVAL: setting(duration, {
    default: "30m",
    says: "How often expired images are looked for.",
    noEffect: "images are made while they are sent; none are stored.",
  }),
  MAX_CONCURRENT_REQUESTS: setting(integer({ min: 1 }), {
    default: "400",
    says: "The most images that are sent at a time.",
  }),
  OS_IMAGES_REQUEST_HEADERS: setting(json(texts, "a JSON object of texts"), {
    secret: true,
    says: "HTTP headers for fetching live images.",
  }),
  OS_IMAGES_REQUEST_QUERY_PARAMS: setting(json(texts, "a JSON object of texts"), {
    secret: true,
    says: "Query parameters for fetching live images.",
  }),
  OS_IMAGE_DOWNLOAD_TRUSTED_CA_FILE: setting(path, {
    says: "A certificate authority for fetching live images.",
  }),
  INSECURE_SKIP_VERIFY: setting(boolean, {
    default: "false",
    says: "Fetch live images without checking certificates.",
  }),
  MUSTER_IMAGE_CACHE_SIZE: setting(bytes, {
    default: "20GiB",
    says: "How much disk downloaded live images may take. The one that was not used for longest goes first, never one in use.",
  }),
  MUSTER_IMAGE_WAIT: setting(duration, {
    default: "2m",
    says: "How long a request for an image waits, for its turn or for the live image to be downloaded, before it is told to come back.",
  }),
  MUSTER_IMAGE_QUEUE: setting(integer(), {
    default: "1000",
    says: "How many requests for images may wait for their turn; those beyond are told to come back at once.",
  }),
  MUSTER_SAMPLE_IMAGES: setting(oneOf("offline", "always", "never"), {
    default: "offline",
    says: "When a small image that boots nothing stands in for a live image: where one of the built-in catalogue cannot be reached, always, or never.",
  }),
  MUSTER_AGENT: setting(oneOf("container", "binary"), {
    default: "container",
    says: "What live hosts run: the image of AGENT_DOCKER_IMAGE, or the muster executable, which they fetch from this service.",
  }),
  MUSTER_EXECUTABLE: setting(list, {
    unset: "this program, if it is an executable of its own",
    says: "The muster executables that live hosts fetch, one for each architecture.",
  }),
  MUSTER_REGISTRIES_CONF: setting(path, {
    unset:
      "/etc/containers/registries.conf with /etc/pki/ca-trust/extracted/pem/user-registry-ca-bundle.pem, where both are there",
    says: "A registries.conf for live hosts, which says where images are mirrored.",
  }),
  MUSTER_REGISTRIES_CA: setting(path, { says: "The certificate authority of these mirrors." }),
  AGENT_TIMEOUT_START: setting(duration, {
    default: "3m",
    says: "How long the agent's service may take to start on a live host.",
  }),
  INSTALL_RH_CA: setting(boolean, {
    default: "false",
    says: "Live hosts trust the vendor's internal certificate authority.",
    noEffect: "Muster does not carry that certificate: give it as an infra-env's additional_trust_bundle.",
  }),
  ENABLE_VIRTUAL_INTERFACES: setting(boolean, {
    default: "false",
    says: "Agents report virtual network interfaces too.",
    noEffect: "agents are not asked for them yet.",
  }),
  NETWORK_DISCOVERY_DELAY_SECONDS: setting(integer(), {
    default: "0",
    unit: "seconds",
    says: "Agents wait this long for the network before their first report.",
  }),
  MIN_VERSION_FOR_NMSTATE_SERVICE: setting(
    text("a version such as 4.18", (version) => /^\d+\.\d+/.test(version)),
    {
      default: "4.18",
      says: "From this release on, the live host itself applies static network configuration.",
      noEffect: "every live host gets finished profiles, whatever its version.",
    },
  ),
};
