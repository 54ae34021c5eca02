import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import type { DiscoveryInput } from "./input.ts";
import { anchors } from "./trust.ts";

/** Where images come from, and which of them are trusted. Mirrors hold images without the signatures of their origin. */
export function registryParts({ mirror, insecurePolicy = false }: DiscoveryInput): Parts {
  return {
    files: [
      ...(mirror ? [file("/etc/containers/registries.conf", mirror.registriesConf)] : []),
      ...(mirror?.ca ? [file(`${anchors}/domain.crt`, mirror.ca)] : []),
      ...(mirror || insecurePolicy ? [file("/etc/containers/policy.json", policy)] : []),
    ],
  };
}

const anything = [{ type: "insecureAcceptAnything" }];
const policy = `${JSON.stringify({ default: anything, transports: { "docker-daemon": { "": anything } } }, null, 2)}\n`;
