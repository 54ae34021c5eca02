import { hostEvent } from "./kind.ts";

export const hostEvents = {
  host_registration_succeeded: hostEvent("info", ["host_name"], ({ host_name }) => `Host ${host_name} registered.`),
  host_registration_failed: hostEvent("error", ["message"], ({ message }) => `${message}`),
  host_registration_setting_properties_failed: hostEvent(
    "error",
    [],
    () => "A host registered, but what it reported about itself could not be stored.",
  ),
  host_deregistered: hostEvent("info", ["host_name"], ({ host_name }) => `Host ${host_name} was removed.`),
  host_approved_updated: hostEvent(
    "info",
    ["host_name", "approved_value"],
    ({ host_name, approved_value }) =>
      `Host ${host_name} is ${String(approved_value) === "true" ? "now approved" : "no longer approved"}.`,
  ),
  host_bind_succeeded: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }, { clusterId }) => `Host ${host_name} now belongs to cluster ${clusterId}.`,
  ),
  host_bind_failed: hostEvent(
    "error",
    ["message"],
    ({ message }, { hostId, clusterId }) => `Host ${hostId} could not join cluster ${clusterId}: ${message}`,
  ),
  host_unbind_succeeded: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `Host ${host_name} no longer belongs to a cluster.`,
  ),
  host_unbind_failed: hostEvent(
    "error",
    ["message"],
    ({ message }, { hostId }) => `Host ${hostId} could not leave its cluster: ${message}`,
  ),

  host_status_updated: hostEvent(
    "info",
    ["severity", "host_name", "src_status", "new_status", "info"],
    ({ host_name, src_status, new_status, info }) =>
      src_status === new_status
        ? `Host ${host_name} is still ${new_status}. ${info}`
        : `Host ${host_name} went from ${src_status} to ${new_status}. ${info}`,
  ),
  host_validation_failed: hostEvent(
    "warning",
    ["host_name", "validation_id", "failure_message"],
    ({ host_name, validation_id, failure_message }) => `Host ${host_name}: check ${validation_id} ${failure_message}`,
  ),
  host_validation_fixed: hostEvent(
    "info",
    ["host_name", "validation_id"],
    ({ host_name, validation_id }) => `Host ${host_name}: check ${validation_id} passes now.`,
  ),
  host_role_updated: hostEvent(
    "info",
    ["host_name", "suggested_role"],
    ({ host_name, suggested_role }) => `Host ${host_name} suits the role ${suggested_role}.`,
  ),
  host_bootstrap_set: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `Host ${host_name} will bootstrap the cluster.`,
  ),
  host_media_disconnected: hostEvent(
    "error",
    [],
    () =>
      "The host can no longer read the image it booted from. Connect the media again and leave it connected until the installation ends; the minimal ISO needs less of it.",
  ),

  host_installer_args_applied: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `Host ${host_name}: extra installer arguments were accepted.`,
  ),
  host_discovery_ignition_config_applied: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `Host ${host_name}: overrides of its Ignition config were accepted.`,
  ),
  upgrade_agent_started: hostEvent(
    "info",
    ["host_name", "agent_image"],
    ({ host_name, agent_image }) => `Host ${host_name}: the agent was told to fetch ${agent_image} and start again.`,
  ),
  upgrade_agent_finished: hostEvent(
    "info",
    ["host_name", "agent_image"],
    ({ host_name, agent_image }) => `Host ${host_name}: the agent has ${agent_image} and starts again.`,
  ),
  upgrade_agent_failed: hostEvent(
    "error",
    ["host_name", "agent_image"],
    ({ host_name, agent_image }) =>
      `Host ${host_name}: the agent could not fetch ${agent_image}; it is asked again at its next poll.`,
  ),

  image_status_updated: hostEvent(
    "info",
    ["host_name", "image_status", "result", "info"],
    ({ host_name, image_status, result, info }) =>
      `Host ${host_name}: fetching ${image_status} ended with ${result}. ${info}`.trimEnd(),
  ),
  disk_speed_slower_than_supported: hostEvent(
    "warning",
    ["host_disk", "fdatasync_duration"],
    ({ host_disk, fdatasync_duration }) =>
      `Disk ${host_disk} takes ${fdatasync_duration} ms to sync a write, slower than supported. The cluster may respond slowly; a faster disk avoids it.`,
  ),
  quick_disk_format_performed: hostEvent(
    "info",
    ["host_name", "disk_name", "disk_id"],
    ({ host_name, disk_name, disk_id }) => `Host ${host_name}: disk ${disk_name} (${disk_id}) is being cleared.`,
  ),
  quick_disk_format_skipped: hostEvent(
    "info",
    ["host_name", "disk_name", "disk_id"],
    ({ host_name, disk_name, disk_id }) =>
      `Host ${host_name}: disk ${disk_name} (${disk_id}) keeps its content on request. If it is bootable, the host may start from it instead of the installed system.`,
  ),

  host_installation_started: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `Host ${host_name} begins to install as an added node.`,
  ),
  host_install_progress_updated: hostEvent(
    "info",
    ["host_name", "event"],
    ({ host_name, event }) => `Host ${host_name}: ${event}`,
  ),
  host_stage_timed_out: hostEvent(
    "warning",
    ["host_name", "stage", "minutes"],
    ({ host_name, stage, minutes }) =>
      `Host ${host_name}: the stage "${stage}" has lasted longer than the ${minutes} minutes expected.`,
  ),
  reboots_for_node: hostEvent(
    "info",
    ["node_name", "reboots"],
    ({ node_name, reboots }) => `Node ${node_name} rebooted ${reboots} times before its installation was complete.`,
  ),

  host_installation_cancelled: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `The installation of host ${host_name} was cancelled.`,
  ),
  host_cancel_installation_failed: hostEvent(
    "error",
    ["host_name", "error"],
    ({ host_name, error }) => `The installation of host ${host_name} could not be cancelled: ${error}`,
  ),
  host_installation_reset: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `The installation of host ${host_name} was reset.`,
  ),
  host_installation_reset_failed: hostEvent(
    "error",
    ["host_name", "error"],
    ({ host_name, error }) => `The installation of host ${host_name} could not be reset: ${error}`,
  ),
  user_required_complete_installation_reset: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `To complete the reset, boot host ${host_name} from the discovery image.`,
  ),
  host_set_status_failed: hostEvent(
    "error",
    ["host_name", "error"],
    ({ host_name, error }) => `Host ${host_name} could not be set to wait for its reset: ${error}`,
  ),
  host_reset_fetch_failed: hostEvent(
    "error",
    ["host_name"],
    ({ host_name }) => `Host ${host_name} could not be reset: it could not be read from the database.`,
  ),

  host_logs_uploaded: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `The logs of host ${host_name} were received.`,
  ),
  host_boot_logs_uploaded: hostEvent(
    "info",
    ["host_name"],
    ({ host_name }) => `The boot logs of host ${host_name} were received.`,
  ),
};
