import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import type { DiscoveryInput } from "./input.ts";

export const serviceCaPath = "/etc/assisted-service/service-ca-cert.crt";
export const anchors = "/etc/pki/ca-trust/source/anchors";

/** Certificate authorities. Those under anchors become part of the system's own trust at boot. */
export function trustParts({ serviceCa, companyCa, trustBundle }: DiscoveryInput): Parts {
  const certificates = [
    [serviceCaPath, serviceCa],
    [`${anchors}/rh-it-root-ca.crt`, companyCa],
    [`${anchors}/assisted-infraenv-additional-trust-bundle.pem`, trustBundle],
  ] as const;
  return { files: certificates.flatMap(([path, pem]) => (pem ? [file(path, pem)] : [])) };
}
