import { isObject, parseJson } from "../formats/json.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Problem } from "../problem.ts";

type DiskEncryption = Cluster["diskEncryption"];

export function diskEncryptionProblem(
  { enableOn, mode, tangServers }: DiskEncryption,
  { diskEncryption: supported }: Readonly<{ diskEncryption: boolean }>,
): Problem | null {
  if (enableOn === "none") return null;
  if (!supported) {
    return {
      found: `disk encryption on ${enableOn}`,
      needed: "none: this service has disk encryption switched off",
      remedy: "set enable_on to none, or ask whoever runs the service to switch it on",
    };
  }
  if (mode !== "tang" || isTangList(tangServers)) return null;
  return {
    found: tangServers === "" ? "mode tang without Tang servers" : "Tang servers in another form",
    needed: 'a JSON list in a string: [{"url":"http://tang.example.com:7500","thumbprint":"…"}]',
    remedy: "give url and thumbprint of each server in tang_servers",
  };
}

function isTangList(text: string): boolean {
  const servers = parseJson(text);
  return Array.isArray(servers) && servers.length > 0 && servers.every(isTangServer);
}

const isTangServer = (server: unknown): boolean =>
  isObject(server) &&
  typeof server.url === "string" &&
  /^https?:/.test(server.url) &&
  URL.canParse(server.url) &&
  typeof server.thumbprint === "string" &&
  server.thumbprint !== "";
