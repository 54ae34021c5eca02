import { clusterEvent } from "./kind.ts";

export const clusterEvents = {
  cluster_registration_succeeded: clusterEvent(
    "info",
    ["cluster_kind"],
    ({ cluster_kind }) => `The cluster was created (kind ${cluster_kind}).`,
  ),
  cluster_deregistered: clusterEvent("info", [], () => "The cluster was removed."),
  cluster_deregister_failed: clusterEvent(
    "error",
    ["error"],
    ({ error }) => `The cluster could not be removed: ${error}`,
  ),
  after_inactivity_cluster_deregistered: clusterEvent(
    "info",
    [],
    () => "The cluster was removed because nothing had happened to it for a long time.",
  ),
  inactive_clusters_deregistered: clusterEvent("info", ["message"], ({ message }) => `${message}`),
  clusters_permanently_deleted: clusterEvent("info", ["message"], ({ message }) => `${message}`),

  cluster_status_updated: clusterEvent(
    "info",
    ["cluster_status", "status_info"],
    ({ cluster_status, status_info }) => `The cluster is now ${cluster_status}. ${status_info}`,
  ),
  cluster_validation_failed: clusterEvent(
    "warning",
    ["validation_id", "validation_msg", "failure_message"],
    ({ validation_id, failure_message, validation_msg }) =>
      `The cluster's check ${validation_id} ${failure_message}. ${validation_msg}`,
  ),
  cluster_validation_fixed: clusterEvent(
    "info",
    ["validation_id", "validation_msg"],
    ({ validation_id }) => `The cluster's check ${validation_id} passes now.`,
  ),
  validations_ignored: clusterEvent(
    "info",
    [],
    () => "On request, failures of some or all checks no longer hold this cluster back.",
  ),
  install_config_applied: clusterEvent("info", [], () => "Overrides of the install-config were accepted."),
  proxy_settings_changed: clusterEvent("info", [], () => "The proxy settings were changed."),

  api_ingress_vip_updated: clusterEvent(
    "info",
    ["api_vip", "ingress_vip"],
    ({ api_vip, ingress_vip }) => `The cluster's virtual IPs are now ${api_vip} (API) and ${ingress_vip} (ingress).`,
  ),
  api_ingress_vip_timed_out: clusterEvent(
    "warning",
    ["timeout_interval"],
    ({ timeout_interval }) =>
      `No DHCP lease for the API and ingress virtual IPs arrived within ${timeout_interval}. Check that the machine network has a DHCP server with free addresses.`,
  ),

  cluster_prepare_installation_started: clusterEvent("info", [], () => "Preparing the installation has begun."),
  prepare_installation_failed: clusterEvent(
    "warning",
    ["error"],
    ({ error }) => `The installation could not be prepared: ${error}. Correct it and start the installation again.`,
  ),
  installation_preparing_timed_out: clusterEvent(
    "warning",
    ["reason"],
    ({ reason }) => `Preparing the installation took too long: ${reason}`,
  ),

  cluster_installation_completed: clusterEvent("info", [], () => "The cluster is installed."),
  cluster_installation_failed: clusterEvent(
    "critical",
    ["failure_reason"],
    ({ failure_reason }) => `The installation failed: ${failure_reason}`,
  ),
  cluster_finalizing_stage_updated: clusterEvent(
    "info",
    ["finalizing_stage"],
    ({ finalizing_stage }) => `Finalizing has reached the stage "${finalizing_stage}".`,
  ),
  finalizing_stage_timed_out: clusterEvent(
    "warning",
    ["stage", "minutes"],
    ({ stage, minutes }) => `The finalizing stage "${stage}" has lasted longer than the ${minutes} minutes expected.`,
  ),
  cluster_operator_status: clusterEvent(
    "info",
    ["operator_name", "status", "status_info"],
    ({ operator_name, status, status_info }) =>
      `Operator ${operator_name} is ${status}${status_info ? `: ${status_info}` : "."}`,
  ),
  cluster_operator_report: clusterEvent(
    "info",
    ["report"],
    ({ report }) => `These operators report problems: ${report}`,
  ),
  cluster_degraded_OLM_operators_failed: clusterEvent(
    "warning",
    ["failed_operators"],
    ({ failed_operators }) => `The cluster is installed, but these operators failed: ${failed_operators}.`,
  ),

  cluster_installation_canceled: clusterEvent("info", [], () => "The installation was cancelled."),
  cancel_installation_failed: clusterEvent(
    "error",
    ["error"],
    ({ error }) => `The installation could not be cancelled: ${error}`,
  ),
  cancel_install_start_failed: clusterEvent(
    "error",
    [],
    () => "The installation could not be cancelled: the database did not begin the change.",
  ),
  cancel_install_commit_failed: clusterEvent(
    "error",
    [],
    () => "The installation could not be cancelled: the database did not keep the change.",
  ),
  cluster_installation_reset: clusterEvent(
    "info",
    [],
    () => "The installation was reset; it can be started again once the hosts are back.",
  ),
  reset_installation_failed: clusterEvent(
    "error",
    ["error"],
    ({ error }) => `The installation could not be reset: ${error}`,
  ),

  cluster_logs_uploaded: clusterEvent("info", [], () => "The cluster's logs were received."),
  expired_image_deleted: clusterEvent(
    "info",
    [],
    () => "An image that had expired was deleted. It is made again when someone asks for it.",
  ),
};
