import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import { systemUnit, unit } from "../build/units.ts";
import { unitEnvironment } from "./environment.ts";
import type { DiscoveryInput } from "./input.ts";
import { proxyVariables } from "./proxy.ts";
import { execArgument } from "./quoting.ts";

const script = "/usr/local/bin/okd-overlay.sh";

/** The live system of OKD lacks packages that its hosts need: they come from an image and are laid over /usr. */
export function okdParts(input: DiscoveryInput): Parts {
  if (!input.okd) return {};
  const environment = unitEnvironment(proxyVariables(input), "/etc/assisted/okd-overlay.env");
  return {
    files: [file(script, overlay, { mode: 0o755 }), ...environment.files],
    units: [
      unit("okd-overlay.service", service(input.okd.rpmsImage, environment.lines)),
      systemUnit("systemd-journal-gatewayd.socket"),
    ],
  };
}

const service = (image: string, environment: string): string => `[Unit]
Description=Add the packages that OKD hosts need to the live system
Wants=network-online.target
After=network-online.target
Before=agent.service

[Service]
Type=oneshot
RemainAfterExit=yes
Restart=on-failure
RestartSec=10
${environment}ExecStart=${script} ${execArgument(image)}
ExecStart=/usr/bin/systemctl daemon-reload
ExecStart=-/usr/bin/systemctl --no-block start systemd-journal-gatewayd.socket

[Install]
WantedBy=multi-user.target
`;

const overlay = `#!/bin/sh
# Unpacks all packages of an image and lays them over /usr. What they hold under /etc is copied.
set -eu
image=$1
work=/var/lib/okd-overlay
if [ -e "$work/done" ]; then
  exit 0
fi
mkdir -p "$work/root/usr" "$work/work"
podman pull --authfile /root/.docker/config.json "$image"
packages=$(podman image mount "$image")
find "$packages" -name '*.rpm' | while read -r package; do
  rpm2cpio "$package" | (cd "$work/root" && cpio --quiet -idmu)
done
podman image unmount "$image"
if [ -d "$work/root/etc" ]; then
  cp -a "$work/root/etc/." /etc/
fi
mount -t overlay -o "lowerdir=/usr,upperdir=$work/root/usr,workdir=$work/work" overlay /usr
touch "$work/done"
`;
