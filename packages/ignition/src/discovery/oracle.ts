import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import { unit } from "../build/units.ts";

const script = "/usr/local/bin/oci-eval-user-data.sh";

/** In Oracle's cloud a machine's user data is a script that sets up its network cards. */
export const oracleParts = (): Parts => ({
  files: [file(script, evaluate, { mode: 0o755 })],
  units: [unit("oci-eval-user-data.service", service)],
});

const service = `[Unit]
Description=Run the user data that Oracle's cloud holds for this machine
Wants=network-online.target
After=network-online.target
Before=agent.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=${script}

[Install]
WantedBy=multi-user.target
`;

const evaluate = `#!/bin/sh
# Runs the script that the cloud's metadata holds for this machine. Does nothing outside of that cloud.
tag=/sys/class/dmi/id/chassis_asset_tag
if ! [ -r "$tag" ] || [ "$(cat "$tag")" != OracleCloud.com ]; then
  exit 0
fi
url=http://169.254.169.254/opc/v2/instance/metadata/user_data
program=$(mktemp)
trap 'rm -f "$program"' EXIT
if ! curl --fail --silent --show-error --noproxy '*' --retry 5 --header 'Authorization: Bearer Oracle' "$url" |
  base64 --decode > "$program"; then
  echo "oci-eval-user-data: this machine has no readable user data" >&2
  exit 0
fi
if [ -s "$program" ]; then
  sh "$program"
fi
`;
