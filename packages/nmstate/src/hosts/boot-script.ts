import type { ImageFile } from "./image-file.ts";

/**
 * Runs before NetworkManager on every machine that boots the image: finds the host whose MAC addresses this machine has, and
 * installs that host's profiles under the machine's own interface names. Only shell built-ins, mkdir and rm: it also runs in
 * an initramfs. MUSTER_HOSTS_DIR, MUSTER_CONNECTIONS_DIR and MUSTER_NET_DIR move its directories.
 */
export const networkBootScript: ImageFile = {
  path: "/usr/local/bin/pre-network-manager-config.sh",
  mode: 0o755,
  content: `#!/bin/sh
# Gives this machine the network that was described for it.
#
# Each directory under /etc/assisted/network is one host: its NetworkManager profiles, and mac_interface.ini with a line
# "<MAC address>=<name used in the profiles>" for each of its NICs. Made by Muster; changes here are lost.
set -euf

hosts_dir=\${MUSTER_HOSTS_DIR:-/etc/assisted/network}
net_dir=\${MUSTER_NET_DIR:-/sys/class/net}
if [ -e /etc/initrd-release ]; then
  connections_dir=\${MUSTER_CONNECTIONS_DIR:-/etc/coreos-firstboot-network}
else
  connections_dir=\${MUSTER_CONNECTIONS_DIR:-/etc/NetworkManager/system-connections}
fi

say() {
  printf 'pre-network-manager-config: %s\\n' "$*"
}

# Lower case, for hex digits.
lower() {
  rest=$1
  lowered=
  while [ -n "$rest" ]; do
    tail=\${rest#?}
    head=\${rest%"$tail"}
    rest=$tail
    case $head in
      A) head=a ;; B) head=b ;; C) head=c ;; D) head=d ;; E) head=e ;; F) head=f ;;
    esac
    lowered=$lowered$head
  done
}

# Sets $machine to "<MAC>=<NIC>" for each NIC. A port of a bond shows the bond's address: its own one is kept aside. Only
# NICs with a device behind them count if there are any, so that a bond or VLAN of an earlier run is not taken for a NIC.
read_machine() {
  machine=
  virtual=
  set +f
  for nic in "$net_dir"/*; do
    mac=
    if [ -r "$nic/bonding_slave/perm_hwaddr" ]; then
      read -r mac < "$nic/bonding_slave/perm_hwaddr" || :
    elif [ -r "$nic/address" ]; then
      read -r mac < "$nic/address" || :
    fi
    [ -n "$mac" ] || continue
    lower "$mac"
    if [ -e "$nic/device" ]; then
      machine="$machine $lowered=\${nic##*/}"
    else
      virtual="$virtual $lowered=\${nic##*/}"
    fi
  done
  set -f
  [ -n "$machine" ] || machine=$virtual
}

# Sets $names to "<name in the profiles>=<NIC>" for each NIC of this machine that the ini file knows.
match_host() {
  names=
  while IFS='=' read -r mac name || [ -n "$mac" ]; do
    lower "$mac"
    for pair in $machine; do
      if [ "\${pair%%=*}" = "$lowered" ]; then
        names="$names $name=\${pair#*=}"
        break
      fi
    done
  done < "$1"
}

# Sets $renamed: a NIC's name, or one made from it (eth0.100, eth0-port, eth0v1), with the machine's name in it. A VLAN whose
# name would grow beyond the 15 characters that the kernel takes keeps the one it has: only its parent must be right. Virtual
# functions are called after their NIC, without the port that some NICs have at the end of theirs (ens1f0np0, ens1f0v1).
rename() {
  renamed=$1
  for pair in $names; do
    name=\${pair%%=*}
    nic=\${pair#*=}
    case $1 in
      "$name")
        renamed=$nic
        return
        ;;
      "$name".*)
        case \${1#"$name".} in
          *[!0-9]*) ;;
          *)
            vlan=$nic\${1#"$name"}
            [ \${#vlan} -gt 15 ] || renamed=$vlan
            ;;
        esac
        ;;
      "$name"v*)
        case \${1#"$name"v} in
          *[!0-9]*) ;;
          *) renamed=\${nic%np[0-9]}\${1#"$name"} ;;
        esac
        ;;
      "$name-port" | "$name-if" | "$name-br")
        renamed=$nic\${1#"$name"}
        ;;
    esac
  done
}

# A policy rule names its interface in the middle: "priority 100 iif eth0 table 200".
rename_in_rule() {
  rule=
  before=
  for word in $1; do
    if [ "$before" = iif ] || [ "$before" = oif ]; then
      rename "$word"
      word=$renamed
    fi
    rule="$rule\${rule:+ }$word"
    before=$word
  done
}

install_profile() {
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      id=* | interface-name=* | master=* | controller=* | parent=* | primary=* | active_slave=* | peer=* | port[12]=* | interlink=*)
        rename "\${line#*=}"
        line=\${line%%=*}=$renamed
        ;;
      routing-rule*=*)
        rename_in_rule "\${line#*=}"
        line=\${line%%=*}=$rule
        ;;
    esac
    printf '%s\\n' "$line"
  done < "$1" > "$2"
}

install_host() {
  umask 077
  mkdir -p "$connections_dir"
  set +f
  rm -f "$connections_dir"/*.nmconnection
  for profile in "$1"/*.nmconnection; do
    set -f
    [ -e "$profile" ] || continue
    file=\${profile##*/}
    rename "\${file%.nmconnection}"
    install_profile "$profile" "$connections_dir/$renamed.nmconnection"
  done
  set -f
}

read_machine
if [ -z "$machine" ]; then
  say "found no network interface; nothing to do"
  exit 0
fi
set +f
for host in "$hosts_dir"/host*; do
  set -f
  [ -r "$host/mac_interface.ini" ] || continue
  match_host "$host/mac_interface.ini"
  if [ -n "$names" ]; then
    install_host "$host"
    say "this machine is \${host##*/}; its network is installed (name=interface:$names)"
    exit 0
  fi
done
say "no host in $hosts_dir has a MAC address of this machine ($machine ); its network is left as it is"
`,
};
