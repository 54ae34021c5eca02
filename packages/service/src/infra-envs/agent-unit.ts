// The agent on a live host: its unit, and the scripts that its unit calls (reference service 6.1).
import type { InfraEnv } from "@muster/core";
import type { ImageFile } from "@muster/nmstate";
import type { DiscoveryFacts } from "./discovery-ignition.ts";
import { proxyVariables } from "./proxy-variables.ts";

export const serviceCaPath = "/etc/assisted-service/service-ca-cert.crt";

export function agentService(infraEnv: InfraEnv, facts: DiscoveryFacts): string {
  const { agentImage: image, serviceBaseUrl, agentToken, startTimeoutSeconds, insecure, serviceCa } = facts;
  const variables = [...proxyVariables(infraEnv.proxy), ["PULL_SECRET_TOKEN", agentToken] as const];
  const flags = [
    `--url ${serviceBaseUrl}`,
    `--infra-env-id ${infraEnv.id}`,
    `--agent-version ${image}`,
    `--insecure=${insecure}`,
    ...(serviceCa === null ? [] : [`--cacert ${serviceCaPath}`]),
  ];
  return `[Unit]
Description=Reports this machine to the service that installs it
Wants=network-online.target
After=network-online.target

[Service]
Type=simple
Restart=always
RestartSec=3
StartLimitInterval=0
${variables.map(([name, value]) => environmentLine(name, value)).join("\n")}
TimeoutStartSec=${startTimeoutSeconds}
ExecStartPre=/usr/local/bin/agent-fix-bz1964591 ${image}
ExecStartPre=/usr/local/bin/agent-pull-image ${image}
ExecStartPre=podman run --pull=never --privileged --rm -v /usr/local/bin:/hostbin ${image} cp /usr/bin/agent /hostbin
ExecStart=/usr/local/bin/agent ${flags.join(" ")}

[Install]
WantedBy=multi-user.target
`;
}

/** systemd expands % itself, and reads quotes and backslashes. */
export const environmentLine = (name: string, value: string): string =>
  `Environment="${name}=${value.replaceAll("%", "%%").replaceAll(/["\\]/g, "\\$&")}"`;

export const agentScripts: readonly ImageFile[] = [
  {
    path: "/usr/local/bin/agent-fix-bz1964591",
    mode: 0o755,
    content: `#!/bin/sh
# A machine that lost power while it pulled may hold an image that cannot be used: it is removed, and pulled again.
if podman image exists "$1" && ! podman image inspect "$1" > /dev/null 2>&1; then
  podman rmi --force "$1"
fi
exit 0
`,
  },
  {
    path: "/usr/local/bin/agent-pull-image",
    mode: 0o755,
    content: `#!/bin/sh
# Pulls the agent's image if it is not there; waits longer after each failure, from 5 seconds to 5 minutes.
pause=5
until podman image exists "$1" || podman pull --quiet "$1"; do
  echo "agent-pull-image: $1 could not be pulled; trying again in $pause seconds" >&2
  sleep "$pause"
  pause=$((pause * 2))
  [ "$pause" -le 300 ] || pause=300
done
`,
  },
];

export const motd = `
This machine has booted a discovery image. It reports itself to the service that the image came from, and nothing is
written to its disks until somebody starts an installation there.

If it does not show up in the service, look at the agent's log: sudo journalctl -u agent.service

`;
