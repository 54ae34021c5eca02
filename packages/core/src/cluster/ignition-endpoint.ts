import { decodeBase64 } from "../formats/base64.ts";
import { isCertificateBundle } from "../formats/pem.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Problem } from "../problem.ts";

export function ignitionEndpointProblem({ url, caCertificate }: Cluster["ignitionEndpoint"]): Problem | null {
  if (url !== "" && !(/^https?:/.test(url) && URL.canParse(url))) {
    return {
      found: `"${url}" as url`,
      needed: "a URL that begins with http:// or https://",
      remedy: "correct the URL",
    };
  }
  const pem = caCertificate === "" ? "" : decodeBase64(caCertificate.replace(/\s+/g, ""));
  if (pem === "" || (pem !== null && isCertificateBundle(pem))) return null;
  return {
    found: "a ca_certificate in another form",
    needed: "a PEM certificate in base64",
    remedy: "encode the certificate file with base64",
  };
}
