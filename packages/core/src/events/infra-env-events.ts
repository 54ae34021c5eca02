import { infraEnvEvent } from "./kind.ts";

export const infraEnvEvents = {
  infra_env_registered: infraEnvEvent("info", [], () => "The infra-env was created."),
  infra_env_registration_failed: infraEnvEvent(
    "error",
    ["error"],
    ({ error }) => `The infra-env could not be created: ${error}`,
  ),
  infra_env_deregistered: infraEnvEvent("info", [], () => "The infra-env was removed."),
  infra_env_deregister_failed: infraEnvEvent(
    "error",
    ["error"],
    ({ error }) => `The infra-env could not be removed: ${error}`,
  ),
  image_info_updated: infraEnvEvent("info", ["details"], ({ details }) => `What the image holds changed (${details}).`),
  ignition_config_image_generated: infraEnvEvent(
    "info",
    ["details"],
    ({ details }) => `A discovery image is ready (${details}).`,
  ),
  existing_image_reused: infraEnvEvent(
    "info",
    ["image_type"],
    ({ image_type }) => `Nothing had changed, so the existing ${image_type} image is used again.`,
  ),
  generate_image_fetch_failed: infraEnvEvent(
    "error",
    [],
    () => "The image could not be made: the infra-env could not be read.",
  ),
  generate_image_format_failed: infraEnvEvent(
    "error",
    [],
    () => "The image could not be made: its Ignition config could not be written.",
  ),
  generate_minimal_iso_failed: infraEnvEvent("error", [], () => "The minimal ISO could not be made."),
  upload_image_failed: infraEnvEvent("error", [], () => "The image could not be stored."),
};
