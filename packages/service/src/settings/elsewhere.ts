// Names that environments of the Go tools carry but that never concerned the service itself. In the environment they are
// passed over; in a settings file they are an error that says where they belong.

const clusterZero = "the client that registers a cluster on the rendezvous host";
const controllers = "the Kubernetes controllers";

export const elsewhere: Readonly<Record<string, string>> = {
  AGENT_CLUSTER_INSTALL_FILE: clusterZero,
  CLUSTER_API_VIP_DNS_NAME: clusterZero,
  CLUSTER_CONFIG_DIR: clusterZero,
  CLUSTER_DEPLOYMENT_FILE: clusterZero,
  CLUSTER_ID: clusterZero,
  CLUSTER_IMAGE_SET_FILE: clusterZero,
  CLUSTER_NAME: clusterZero,
  EXTRA_MANIFESTS_PATH: clusterZero,
  HOST_CONFIG_DIR: clusterZero,
  IMAGE_TYPE_ISO: clusterZero,
  INFRA_ENV_FILE: clusterZero,
  INFRA_ENV_ID: clusterZero,
  NMSTATE_CONFIG_FILE: clusterZero,
  OPENSHIFT_INSTALL_RELEASE_IMAGE_MIRROR: clusterZero,
  OPERATOR_INSTALL_FILE: clusterZero,
  PULL_SECRET_FILE: clusterZero,
  USER_AUTH_TOKEN: clusterZero,
  WORKFLOW_TYPE: clusterZero,
  ALLOW_CONVERGED_FLOW: controllers,
  APPROVE_CSRS_REQUEUE_DURATION: controllers,
  BMAC_MAX_CONCURRENT_RECONCILES: controllers,
  ENABLE_METAL3: controllers,
  IRONIC_AGENT_IMAGE: controllers,
  IRONIC_AGENT_IMAGE_ARM: controllers,
  NAMESPACE: controllers,
  PAUSE_PROVISIONED_BMHS: controllers,
};
