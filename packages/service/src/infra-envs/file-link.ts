import { bootArtifactUrls, type InfraEnv } from "@muster/core";
import { withToken } from "../auth/link-tokens.ts";
import type { Service } from "../service.ts";

export type ScriptType = "discovery-image-always" | "boot-order-control";

/** A link that needs no header: it carries the token that the service asks for, if it asks. */
export async function infraEnvFileUrl(
  { baseUrls, access }: Pick<Service, "baseUrls" | "access">,
  { id }: InfraEnv,
  fileName: "discovery.ign" | "ipxe-script",
  scriptType?: ScriptType,
): Promise<string> {
  const query = new URLSearchParams({ file_name: fileName, ...(scriptType && { ipxe_script_type: scriptType }) });
  const token = await access.links.forLink(id);
  return `${baseUrls.service}/api/assisted-install/v2/infra-envs/${id}/downloads/files?${withToken(query, token)}`;
}

/** What a machine fetches to boot over the network. Kernel and root filesystem are everybody's. */
export async function bootLinks({ policy, access }: Pick<Service, "policy" | "access">, infraEnv: InfraEnv) {
  const urls = bootArtifactUrls(infraEnv, policy);
  const initrd = new URL(urls.initrdUrl);
  withToken(initrd.searchParams, await access.links.forLink(infraEnv.id));
  return { ...urls, initrdUrl: initrd.href };
}
