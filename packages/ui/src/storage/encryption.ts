// Disk encryption: fields, what is wrong with them, and the request.
import type { Cluster, DiskEncryption, V2ClusterUpdateParams } from "@muster/contract";
import { lines } from "../parts/lines.ts";
import { texts } from "../texts/index.ts";

export type EncryptionFields = Readonly<{
  enableOn: NonNullable<DiskEncryption["enable_on"]>;
  mode: NonNullable<DiskEncryption["mode"]>;
  /** `url thumbprint`, one server per line. */
  tang: string;
}>;

export function encryptionOf({ disk_encryption: given = {} }: Pick<Cluster, "disk_encryption">): EncryptionFields {
  const servers: { url?: string; Url?: string; thumbprint?: string; Thumbprint?: string }[] = JSON.parse(
    given.tang_servers || "[]",
  );
  return {
    enableOn: given.enable_on ?? "none",
    mode: given.mode ?? "tpmv2",
    tang: servers
      .map((server) => `${server.url ?? server.Url ?? ""} ${server.thumbprint ?? server.Thumbprint ?? ""}`)
      .join("\n"),
  };
}

export function tangProblem({ enableOn, mode, tang }: EncryptionFields): string | null {
  if (enableOn === "none" || mode !== "tang") return null;
  const servers = lines(tang);
  if (servers.length === 0) return texts.storage.tangNeeded;
  const wrong = servers.find((line) => {
    const [url = "", thumbprint = "", ...rest] = line.split(/\s+/);
    return !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "") || thumbprint === "" || rest.length > 0;
  });
  return wrong === undefined ? null : texts.storage.tangInvalid(wrong);
}

export function encryptionRequest({ enableOn, mode, tang }: EncryptionFields): V2ClusterUpdateParams {
  const servers = lines(tang).map((line) => {
    const [url = "", thumbprint = ""] = line.split(/\s+/);
    return { url, thumbprint };
  });
  const isTang = enableOn !== "none" && mode === "tang";
  return { disk_encryption: { enable_on: enableOn, mode, ...(isTang && { tang_servers: JSON.stringify(servers) }) } };
}
