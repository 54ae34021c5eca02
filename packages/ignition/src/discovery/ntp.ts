import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import { unit } from "../build/units.ts";
import type { DiscoveryInput } from "./input.ts";
import { shellWord } from "./quoting.ts";

/** Time servers, beside those of the system or in their place. */
export function ntpParts({ ntp }: DiscoveryInput): Parts {
  const sources = [...new Set(ntp?.sources.map((source) => source.trim()))].filter((source) => source !== "");
  if (ntp === undefined || sources.length === 0) return {};
  const script = ntp.kind === "add" ? addScript(sources) : replaceScript(sources);
  return {
    files: [file("/usr/local/bin/add-ntp-sources.sh", script, { mode: 0o755 })],
    units: [unit("add-ntp-sources.service", addNtpSources)],
  };
}

const addNtpSources = `[Unit]
Description=Set the time servers that were given for this machine
Before=chronyd.service agent.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/bin/add-ntp-sources.sh
ExecStart=/usr/bin/systemctl --no-block try-restart chronyd.service

[Install]
WantedBy=multi-user.target
`;

const addScript = (sources: readonly string[]): string => `#!/bin/sh
# Adds time servers to those that the system has.
set -eu
config=\${1:-/etc/chrony.conf}
touch "$config"
for source in ${sources.map(shellWord).join(" ")}; do
  line="server $source iburst"
  grep --quiet --line-regexp --fixed-strings -- "$line" "$config" || printf '%s\\n' "$line" >> "$config"
done
`;

const replaceScript = (sources: readonly string[]): string => `#!/bin/sh
# Puts these time servers in place of those that the system has.
set -eu
config=\${1:-/etc/chrony.conf}
{
  for source in ${sources.map(shellWord).join(" ")}; do
    printf 'server %s iburst\\n' "$source"
  done
  printf '%s\\n' 'driftfile /var/lib/chrony/drift' 'makestep 1.0 3' 'rtcsync' 'logdir /var/log/chrony'
} > "$config"
`;
