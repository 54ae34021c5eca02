import { formats } from "@muster/contract";
import { boolean, duration, integer, list, oneOf, string, text } from "../kind.ts";
import { setting } from "../setting.ts";

const noPayload = "manifests for clusters are not built yet.";

const network = text(formats.cidr?.allows ?? "a network", (value) => formats.cidr?.test(value) === true);

export const clusters = {
  CLUSTER_NETWORK_CIDR: setting(network, {
    default: "10.128.0.0/14",
    says: "The pods' network of a cluster that names none.",
  }),
  CLUSTER_NETWORK_HOST_PREFIX: setting(integer({ min: 1, max: 32 }), {
    default: "23",
    unit: "bits",
    says: "The prefix length that each host gets of it.",
  }),
  SERVICE_NETWORK_CIDR: setting(network, {
    default: "172.30.0.0/16",
    says: "The services' network of a cluster that names none.",
  }),
  CLUSTER_NETWORK_CIDR_IPV6: setting(network, {
    default: "fd01::/48",
    says: "The pods' network of an IPv6 cluster.",
  }),
  CLUSTER_NETWORK_HOST_PREFIX_IPV6: setting(integer({ min: 1, max: 128 }), {
    default: "64",
    unit: "bits",
    says: "The prefix length that each host gets of it.",
  }),
  SERVICE_NETWORK_CIDR_IPV6: setting(network, {
    default: "fd02::/112",
    says: "The services' network of an IPv6 cluster.",
  }),
  IPV6_SUPPORT: setting(boolean, { default: "true", says: "Clusters may use IPv6.", noEffect: "they always may." }),
  NTP_DEFAULT_SERVER: setting(string, {
    says: "Time servers, separated by commas, that hosts use beside their own: those of new clusters and infra-envs that name none.",
  }),
  ENABLE_AUTO_ASSIGN: setting(boolean, {
    default: "true",
    says: "Roles are chosen for hosts that have none.",
    noEffect: "they always are; a role that a person gives is kept.",
  }),
  BASE_DNS_DOMAINS: setting(list, {
    unset: "none",
    says: "Domains that are offered for clusters, each as name:provider. Muster writes no records into them.",
  }),
  BOOTSTRAP_HOST_MAC: setting(
    text("a MAC address such as 52:54:00:12:34:56", (value) => formats.mac?.test(value) === true),
    { unset: "any master", says: "The host with this address becomes the bootstrap host." },
  ),
  CHECK_CLUSTER_VERSION: setting(boolean, {
    default: "false",
    says: "The controller also waits for the cluster version operator.",
  }),
  ENABLE_UPGRADE_AGENT: setting(boolean, {
    default: "true",
    says: "An agent of another version replaces itself by the expected one.",
  }),
  ENABLE_SKIP_MCO_REBOOT: setting(boolean, {
    default: "true",
    says: "Hosts skip the second reboot where the release can do without it.",
  }),
  ENABLE_SINGLE_NODE_DNSMASQ: setting(boolean, {
    default: "false",
    says: "A single node answers its own names.",
    noEffect: noPayload,
  }),
  DISK_ENCRYPTION_CIPHER: setting(string, { says: "The cipher of encrypted disks.", noEffect: noPayload }),
  DEPLOY_TARGET: setting(oneOf("k8s", "onprem"), {
    default: "k8s",
    says: "Whether the service runs in Kubernetes.",
    noEffect: "Muster works the same in both.",
  }),
  ENABLE_KUBE_API: setting(boolean, {
    default: "false",
    says: "Clusters are driven by custom resources: reboots are not counted and free addresses are not scanned.",
  }),
  MCE_MIN_OPENSHIFT_VERSION: setting(
    text("a version such as 4.10.0", (version) => /^\d+\.\d+/.test(version)),
    { default: "4.10.0", says: "The oldest release for the multicluster engine.", noEffect: noPayload },
  ),
  NODE_HEALTHCHECK_UNHEALTHY_CONDITIONS_UNKNOWN_DURATION: setting(duration, {
    default: "300s",
    says: "Node health: how long a node may be unknown.",
    noEffect: noPayload,
  }),
  NODE_HEALTHCHECK_UNHEALTHY_CONDITIONS_UNREADY_DURATION: setting(duration, {
    default: "300s",
    says: "Node health: how long a node may be unready.",
    noEffect: noPayload,
  }),
  MIN_PERCENTAGE_OF_MATCHING_NODES_FOR_REMEDIATION: setting(
    text("a percentage such as 51%", (value) => /^(?:100|\d{1,2})%$/.test(value)),
    { default: "51%", says: "Node health: how many nodes must be well before one is restarted.", noEffect: noPayload },
  ),
  SELF_NODE_REMEDIATION_TEMPLATE_NAME: setting(string, {
    default: "self-node-remediation-automatic-strategy-template",
    says: "Node health: the template that restarts a node.",
    noEffect: noPayload,
  }),
};
