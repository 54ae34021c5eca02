import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import { unit } from "../build/units.ts";
import type { DiscoveryInput } from "./input.ts";
import { shellWord } from "./quoting.ts";
import { serviceCaPath } from "./trust.ts";

const script = "/usr/local/bin/muster-self-test";

/** What a person at the machine sees: a greeting, and on the console what works and what to do about the rest. */
export const consoleParts = (input: DiscoveryInput): Parts => ({
  files: [file("/etc/motd", motd(input)), file(script, selfTest(input), { mode: 0o755 })],
  // The timer starts the service.
  units: [{ name: "muster-self-test.service", contents: service }, unit("muster-self-test.timer", timer)],
});

const motd = ({ infraEnvId, serviceBaseUrl }: DiscoveryInput): string => `
This machine runs from a discovery image. Nothing on its disks is changed before an installation is started.

  It reports to    ${printable(serviceBaseUrl)}
  as part of       infra-env ${printable(infraEnvId)}
  What works       muster-self-test
  What it does     journalctl -f -u agent

`;

const printable = (text: string): string => text.replace(/\p{Cc}/gu, " ");

const service = `[Unit]
Description=Test whether this machine can be discovered, and show it on the console

[Service]
Type=oneshot
ExecStart=${script} --console
SuccessExitStatus=1
`;

const timer = `[Unit]
Description=Test every half minute whether this machine can be discovered

[Timer]
OnBootSec=20s
OnUnitInactiveSec=30s
AccuracySec=5s

[Install]
WantedBy=timers.target
`;

/** Any answer of the service will do: what it says is the agent's concern. */
const selfTest = ({ serviceBaseUrl, serviceCa, skipCertificateVerification }: DiscoveryInput): string => `#!/bin/sh
# Tests what this machine needs to be discovered. With --console the result is shown above the login prompt.
url=${shellWord(serviceBaseUrl)}
issue=/etc/issue.d/50_muster-self-test.issue
failed=0
lines=
if [ -r /etc/profile.d/proxy.sh ]; then
  . /etc/profile.d/proxy.sh
fi

say() {
  lines="$lines$1
"
}
passed() {
  say "  [ ok ] $1"
}
missed() {
  failed=1
  say "  [FAIL] $1"
  say "         $2"
}

addresses=$(ip -brief address show up scope global 2> /dev/null | awk '{ printf "%s%s %s", sep, $1, $3; sep = ", " }')
if [ -n "$addresses" ]; then
  passed "Network: $addresses"
else
  missed "Network: no interface has an address" "Check cables, VLANs and DHCP, or describe a static network for this machine."
fi

if [ -n "$(ip route show default 2> /dev/null)$(ip -6 route show default 2> /dev/null)" ]; then
  passed "Route: there is a default route"
else
  missed "Route: there is no default route" "Check the gateway that DHCP or the static network gives."
fi

# Behind a proxy, only the proxy must know the name.
if [ -z "\${HTTP_PROXY:-}\${HTTPS_PROXY:-}" ]; then
  authority=\${url#*://}
  authority=\${authority%%/*}
  authority=\${authority##*@}
  case $authority in
    \\[*) host=\${authority#[}; host=\${host%%]*} ;;
    *) host=\${authority%%:*} ;;
  esac
  if getent ahosts "$host" > /dev/null; then
    passed "Names: $host is known"
  else
    missed "Names: $host is not known" "Check the DNS servers of this machine, or give the service's address instead of its name."
  fi
fi

if headers=$(curl --silent --show-error --head --max-time 10${
  skipCertificateVerification ? " --insecure" : serviceCa ? ` --cacert ${serviceCaPath}` : ""
} "$url" 2>&1); then
  passed "Service: $url answers"
  theirs=$(printf '%s\\n' "$headers" | sed -n 's/^[Dd]ate: *//p' | tr -d '\\r' | tail -n 1)
  if [ -n "$theirs" ] && theirs=$(date -d "$theirs" +%s 2> /dev/null); then
    apart=$(($(date +%s) - theirs))
    apart=\${apart#-}
    if [ "$apart" -le 60 ]; then
      passed "Clock: it agrees with the service's"
    else
      missed "Clock: it is $apart s apart from the service's" "Set time servers that this machine can reach."
    fi
  fi
else
  missed "Service: $url does not answer ($(printf '%s' "$headers" | tail -n 1))" "Check the proxy, the firewall and that the service runs."
fi

if systemctl is-enabled --quiet agent.service 2> /dev/null; then
  if systemctl is-active --quiet agent.service; then
    passed "Agent: it runs"
  else
    missed "Agent: it does not run yet" "See why with: journalctl -u agent"
  fi
fi

if [ "\${1:-}" != --console ]; then
  printf '%s' "$lines"
  exit "$failed"
fi
mkdir -p "\${issue%/*}"
text=$(printf '\\nDiscovery of this machine:\\n%s\\n' "$lines" | sed 's/\\\\/\\\\\\\\/g')
if [ "$text" != "$(cat "$issue" 2> /dev/null)" ]; then
  printf '%s\\n' "$text" > "$issue"
  agetty --reload 2> /dev/null || :
fi
exit "$failed"
`;
