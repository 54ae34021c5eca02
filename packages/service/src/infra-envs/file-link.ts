import type { InfraEnv } from "@muster/core";
import type { Service } from "../service.ts";

export type ScriptType = "discovery-image-always" | "boot-order-control";

/** Without access control a link needs no signature, and nothing about it expires. */
export function infraEnvFileUrl(
  { baseUrls }: Pick<Service, "baseUrls">,
  { id }: InfraEnv,
  fileName: "discovery.ign" | "ipxe-script",
  scriptType?: ScriptType,
): string {
  const query = new URLSearchParams({ file_name: fileName, ...(scriptType && { ipxe_script_type: scriptType }) });
  return `${baseUrls.service}/api/assisted-install/v2/infra-envs/${id}/downloads/files?${query}`;
}
