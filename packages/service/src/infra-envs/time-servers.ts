import type { InfraEnv } from "@muster/core";
import type { ImageFile } from "@muster/nmstate";

type Servers = Pick<InfraEnv, "additionalNtpSources" | "ntpSources">;

export const hasTimeServers = ({ additionalNtpSources, ntpSources }: Servers): boolean =>
  additionalNtpSources !== "" || ntpSources !== "";

const path = "/usr/local/bin/add-ntp-sources.sh";

const serverLines = (list: string): string[] =>
  list
    .split(",")
    .map((server) => server.trim())
    .filter((server) => server !== "")
    .map((server) => `server ${server} iburst`);

/** Some servers are added to those that the live system knows; others take their place. */
export function timeServerScript({ additionalNtpSources, ntpSources }: Servers): ImageFile {
  const replaces = ntpSources !== "";
  const lines = replaces
    ? [
        ...serverLines(ntpSources),
        "driftfile /var/lib/chrony/drift",
        "makestep 1.0 3",
        "rtcsync",
        "logdir /var/log/chrony",
      ]
    : serverLines(additionalNtpSources);
  const content = `#!/bin/sh
# ${replaces ? "Replaces" : "Adds to"} the time servers of this machine.
set -eu
cat ${replaces ? ">" : ">>"} /etc/chrony.conf << 'SERVERS'
${lines.join("\n")}
SERVERS
`;
  return { path, mode: 0o755, content };
}

export const timeServerUnit = `[Unit]
Description=Sets the time servers of this machine
Before=chronyd.service

[Service]
Type=oneshot
ExecStart=${path}

[Install]
WantedBy=multi-user.target
`;
