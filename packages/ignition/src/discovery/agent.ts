import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import { unit } from "../build/units.ts";
import { unitEnvironment } from "./environment.ts";
import type { AgentBinary, DiscoveryInput } from "./input.ts";
import { proxyVariables } from "./proxy.ts";
import { execArgument } from "./quoting.ts";
import { serviceCaPath } from "./trust.ts";

const programDirectory = "/usr/local/bin";

/** The agent: registers this machine with the service and does what the service asks. */
export function agentParts(input: DiscoveryInput): Parts {
  const { agentStartTimeoutSeconds = 180, networkDiscoveryDelaySeconds = 0 } = input;
  const variables = [...proxyVariables(input), ["PULL_SECRET_TOKEN", input.token ?? ""]] as const;
  const environment = unitEnvironment(variables, "/etc/assisted/agent.env");
  const start = input.agentBinary ? binaryStart(input, input.agentBinary) : containerStart(input);
  const contents = `[Unit]
Description=Report this machine to the service that installs it, and do what the service asks
Wants=network-online.target
After=network-online.target

[Service]
Type=simple
Restart=always
RestartSec=3
StartLimitInterval=0
${environment.lines}TimeoutStartSec=${agentStartTimeoutSeconds + networkDiscoveryDelaySeconds}
${networkDiscoveryDelaySeconds > 0 ? `ExecStartPre=/usr/bin/sleep ${networkDiscoveryDelaySeconds}\n` : ""}${start.lines.join("\n")}

[Install]
WantedBy=multi-user.target
`;
  return {
    // Another agent, such as the one of an internal override, takes its place (reference service 6.1).
    units: [unit("agent.service", contents, { enabled: input.internalOverride === undefined })],
    files: [...start.files, ...environment.files, file("/root/.docker/config.json", input.pullSecret, { mode: 0o600 })],
  };
}

function containerStart(input: DiscoveryInput) {
  const image = execArgument(input.agentImage);
  return {
    lines: [
      `ExecStartPre=${programDirectory}/agent-fix-bz1964591 ${image}`,
      `ExecStartPre=${programDirectory}/agent-pull-image ${image}`,
      `ExecStartPre=/usr/bin/podman run --pull=never --privileged --rm -v ${programDirectory}:/hostbin ${image} cp /usr/bin/agent /hostbin`,
      `ExecStart=${[`${programDirectory}/agent`, ...flagsOf(input)].join(" ")}`,
    ],
    files: [
      file(`${programDirectory}/agent-fix-bz1964591`, repairScript, { mode: 0o755 }),
      file(`${programDirectory}/agent-pull-image`, pullScript, { mode: 0o755 }),
    ],
  };
}

function binaryStart(input: DiscoveryInput, { url, sha256 = "", command = ["agent", "run"] }: AgentBinary) {
  const program = `${programDirectory}/muster`;
  const fetch = [`${programDirectory}/muster-fetch`, execArgument(url), program, execArgument(sha256 || "any")];
  return {
    lines: [
      `ExecStartPre=${fetch.join(" ")}`,
      `ExecStart=${[program, ...command.map(execArgument), ...flagsOf(input)].join(" ")}`,
    ],
    files: [file(`${programDirectory}/muster-fetch`, fetchScript(input), { mode: 0o755 })],
  };
}

function flagsOf({
  agentImage,
  infraEnvId,
  serviceBaseUrl,
  serviceCa,
  skipCertificateVerification = false,
}: DiscoveryInput) {
  const flags = ["--url", serviceBaseUrl, "--infra-env-id", infraEnvId, "--agent-version", agentImage];
  const trust = [`--insecure=${skipCertificateVerification}`, ...(serviceCa ? ["--cacert", serviceCaPath] : [])];
  return [...flags, ...trust].map(execArgument);
}

const pullScript = `#!/bin/sh
# Pulls the image of the agent, and waits longer after each failure: 5 s at first, 300 s at most.
image=$1
pause=5
if podman image exists "$image"; then
  exit 0
fi
until podman pull --authfile /root/.docker/config.json "$image"; do
  echo "agent-pull-image: cannot pull $image; the next attempt is in $pause s" >&2
  sleep "$pause"
  pause=$((pause * 2))
  if [ "$pause" -gt 300 ]; then
    pause=300
  fi
done
`;

const repairScript = `#!/bin/sh
# A machine that lost its power during a pull may have an image whose layers are not all there: podman lists it, but
# cannot run it (bug 1964591). Such an image is removed, so that it is pulled again.
image=$1
if ! podman image exists "$image"; then
  exit 0
fi
if podman image mount "$image" > /dev/null; then
  podman image unmount "$image" > /dev/null
  exit 0
fi
echo "agent-fix-bz1964591: $image is damaged and will be pulled again" >&2
podman image rm --force "$image" || podman system reset --force
`;

/** Goes on where an earlier attempt ended only if the result can be checked. */
const fetchScript = ({ skipCertificateVerification, serviceCa }: DiscoveryInput): string => `#!/bin/sh
# Fetches a program by URL and checks it, unless it is here already.
set -u
url=$1
program=$2
sum=$3
part=$program.part
pause=5

is_right() {
  [ -s "$1" ] || return 1
  [ "$sum" = any ] || printf '%s  %s\\n' "$sum" "$1" | sha256sum --check --status
}

if [ "$sum" != any ] && is_right "$program"; then
  exit 0
fi
if [ "$sum" = any ]; then
  rm -f "$part"
fi
until curl --fail --silent --show-error --location --continue-at - --connect-timeout 20${
  skipCertificateVerification ? " --insecure" : serviceCa ? ` --cacert ${serviceCaPath}` : ""
} --output "$part" "$url" && is_right "$part"; do
  echo "muster-fetch: cannot get $url; the next attempt is in $pause s" >&2
  if [ "$sum" = any ] || ! [ -s "$part" ] || [ "$pause" -ge 40 ]; then
    rm -f "$part"
  fi
  sleep "$pause"
  pause=$((pause * 2))
  if [ "$pause" -gt 300 ]; then
    pause=300
  fi
done
chmod 755 "$part"
mv -f "$part" "$program"
if command -v restorecon > /dev/null; then
  restorecon "$program"
fi
`;
