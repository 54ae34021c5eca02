import { boolean, duration } from "../kind.ts";
import { setting } from "../setting.ts";

export const timeouts = {
  HOST_MAX_DISCONNECTION_TIME: setting(duration, {
    default: "3m",
    says: "A host that has not called for this long is disconnected.",
  }),
  DISK_CHECK_TIMEOUT: setting(duration, { default: "8m", says: "How long the test of a disk's speed may take." }),
  IMAGE_AVAILABILITY_TIMEOUT: setting(duration, {
    default: "16m",
    says: "How long a host may take to fetch the images it needs.",
  }),
  PREPARE_FOR_INSTALLATION_HOST_TIMEOUT: setting(duration, {
    default: "8m",
    says: "How long a host may prepare; at least IMAGE_AVAILABILITY_TIMEOUT and one minute.",
  }),
  PREPARE_FOR_INSTALLATION_TIMEOUT: setting(duration, {
    default: "10m",
    says: "How long a cluster may prepare; at least IMAGE_AVAILABILITY_TIMEOUT and two minutes.",
  }),
  INSTALLATION_TIMEOUT: setting(duration, { default: "24h", says: "How long an installation may take." }),
  FINALIZING_TIMEOUT: setting(duration, {
    default: "5h",
    says: "How long a cluster whose hosts are installed may take to become complete.",
  }),
  HOST_INSTALLING_PENDING_USER_ACTION_TIMEOUT: setting(duration, {
    default: "60m",
    says: "How long a host may wait for a person before it counts as failed.",
  }),
  ENABLE_SOFT_TIMEOUTS: setting(boolean, {
    default: "false",
    says: "Report a timeout and keep waiting, instead of failing.",
  }),
  HOST_LOG_COLLECTION_TIMEOUT: setting(duration, { default: "10m", says: "How long a host may collect its logs." }),
  HOST_LOG_PENDING_TIMEOUT: setting(duration, { default: "2m", says: "How long a host may take to begin." }),
  LOG_COLLECTION_TIMEOUT: setting(duration, { default: "60m", says: "How long a cluster may collect its logs." }),
  LOG_PENDING_TIMEOUT: setting(duration, { default: "10m", says: "How long a cluster may take to begin." }),
  RESET_CLUSTER_TIMEOUT: setting(duration, {
    default: "3m",
    says: "How long a host may take to reset.",
    noEffect: "a reset takes hold at once; hosts wait for a person to boot them again.",
  }),
  HOST_STAGE_STARTING_INSTALLATION_TIMEOUT: hostStage("Starting installation", "30m"),
  HOST_STAGE_WAITING_FOR_CONTROL_PLANE_TIMEOUT: hostStage("Waiting for control plane", "60m"),
  HOST_STAGE_WAITING_FOR_BOOTKUBE_TIMEOUT: hostStage("Waiting for bootkube", "60m"),
  HOST_STAGE_WAITING_FOR_CONTROLLER_TIMEOUT: hostStage("Waiting for controller", "60m"),
  HOST_STAGE_INSTALLING_TIMEOUT: hostStage("Installing", "60m"),
  HOST_STAGE_WRITING_IMAGE_TO_DISK_TIMEOUT: hostStage("Writing image to disk", "30m"),
  HOST_STAGE_COPYING_REGISTRY_DATA_TO_DISK_TIMEOUT: hostStage("Copying registry data to disk", "90m"),
  HOST_STAGE_REBOOTING_TIMEOUT: hostStage("Rebooting", "40m"),
  HOST_STAGE_WAITING_FOR_IGNITION_TIMEOUT: hostStage("Waiting for ignition", "24h"),
  HOST_STAGE_CONFIGURING_TIMEOUT: hostStage("Configuring", "60m"),
  HOST_STAGE_JOINED_TIMEOUT: hostStage("Joined", "60m"),
  FINALIZING_STAGE_WAITING_FOR_CLUSTER_OPERATORS_TIMEOUT: finalizingStage("Waiting for cluster operators", "10h"),
  FINALIZING_STAGE_ADDING_ROUTER_CA_TIMEOUT: finalizingStage("Adding router ca"),
  FINALIZING_STAGE_APPLYING_OLM_MANIFESTS_TIMEOUT: finalizingStage("Applying olm manifests", "10m"),
  FINALIZING_STAGE_WAITING_FOR_OLM_OPERATORS_CSV_INITIALIZATION_TIMEOUT: finalizingStage(
    "Waiting for olm operators csv initialization",
  ),
  FINALIZING_STAGE_WAITING_FOR_OLM_OPERATORS_CSV_TIMEOUT: finalizingStage("Waiting for olm operators csv"),
  FINALIZING_STAGE_WAITING_FOR_OLM_OPERATOR_SETUP_JOBS_TIMEOUT: finalizingStage(
    "Waiting for OLM operator setup jobs",
    "10m",
  ),
};

function hostStage(stage: string, time: string) {
  return setting(duration, { default: time, says: `How long a host may stay in the stage "${stage}".` });
}

function finalizingStage(stage: string, time?: string) {
  const says = `How long a cluster may stay in the stage "${stage}".`;
  return setting(
    duration,
    time === undefined ? { says, unset: "70m, or what an operator asks for" } : { says, default: time },
  );
}
