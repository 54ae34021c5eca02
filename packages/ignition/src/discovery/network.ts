import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import { unit } from "../build/units.ts";
import type { DiscoveryInput } from "./input.ts";

/** A DHCPv6 identity that stays the same over reboots and after the installation, and the static networks of the hosts. */
export function networkParts({ staticNetwork = [] }: DiscoveryInput): Parts {
  const identity = file(
    "/etc/NetworkManager/conf.d/01-ipv6.conf",
    "[connection]\nipv6.dhcp-iaid=mac\nipv6.dhcp-duid=ll\n",
  );
  if (staticNetwork.length === 0) return { files: [identity] };
  return {
    files: [identity, ...staticNetwork.map(({ path, content, mode }) => file(path, content, { mode }))],
    units: [unit("pre-network-manager-config.service", preNetworkManager)],
  };
}

const preNetworkManager = `[Unit]
Description=Give this machine the network that was described for it
DefaultDependencies=no
Wants=systemd-udev-settle.service
After=local-fs.target systemd-udev-settle.service
Before=NetworkManager.service

[Service]
Type=oneshot
RemainAfterExit=yes
TimeoutSec=300
ExecStart=/usr/local/bin/pre-network-manager-config.sh

[Install]
WantedBy=multi-user.target
`;
