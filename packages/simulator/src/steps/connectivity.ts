// How a machine reaches the others: pings once per address, ARP or neighbour discovery per interface (reference host-side A8).
import {
  type ConnectivityCheckHost,
  ConnectivityCheckParams,
  type ConnectivityRemoteHost,
  type ConnectivityReport,
  type L2Connectivity,
  type L3Connectivity,
  type MtuReport,
} from "@muster/contract";
import type { Machine } from "../machine/machine.ts";
import { contains, familyOf } from "../machine/network.ts";
import { answering } from "./answer.ts";
import { answered } from "./outcome.ts";

export const connectivityCheck = answering(ConnectivityCheckParams, (hosts, { machine }) =>
  answered(connectivityReport(hosts, machine)),
);

/** Everyone is reached at once and without loss; sorted, so that an agent sees that nothing changed. */
export function connectivityReport(hosts: ConnectivityCheckParams, machine: Machine): ConnectivityReport {
  const others = hosts.filter(({ host_id }) => host_id !== machine.hostId);
  return { remote_hosts: others.map((host) => reach(host, machine)).sort(by(({ host_id }) => host_id)) };
}

function reach(host: ConnectivityCheckHost, machine: Machine): ConnectivityRemoteHost {
  const remotes = (host.nics ?? []).flatMap(({ mac = "", ip_addresses = [] }) =>
    ip_addresses.map((cidr) => ({ mac, address: cidr.split("/", 1)[0] ?? "" })),
  );
  return {
    ...(host.host_id === undefined ? {} : { host_id: host.host_id }),
    l2_connectivity: remotes
      .flatMap((remote) => layer2(remote, machine))
      .sort(by(({ remote_ip_address, remote_mac }) => `${remote_ip_address} ${remote_mac}`)),
    l3_connectivity: remotes
      .map(({ address }) => layer3(address, machine))
      .sort(by(({ remote_ip_address }) => remote_ip_address)),
    mtu_report: remotes
      .flatMap(({ address }) => largePackets(address, machine))
      .sort(by(({ remote_ip_address }) => remote_ip_address)),
  };
}

type Remote = Readonly<{ mac: string; address: string }>;

function layer2({ mac, address }: Remote, { interfaces }: Machine): L2Connectivity[] {
  return interfaces.flatMap(({ name, addresses }) => {
    const own = addresses.find(({ network }) => contains(network, address));
    if (!own) return [];
    return {
      outgoing_nic: name,
      outgoing_ip_address: own.address,
      remote_ip_address: address,
      remote_mac: mac,
      successful: true,
    };
  });
}

function layer3(address: string, { interfaces }: Machine): L3Connectivity {
  const way = interfaces.find(({ addresses }) => addresses.some(({ network }) => network.family === familyOf(address)));
  if (!way) return { remote_ip_address: address, successful: false, packet_loss_percentage: 100 };
  return {
    outgoing_nic: way.name,
    remote_ip_address: address,
    successful: true,
    average_rtt_ms: 0.4,
    packet_loss_percentage: 0,
  };
}

/** Only tried where an interface has an unusual MTU. */
function largePackets(address: string, { interfaces }: Machine): MtuReport[] {
  return interfaces.flatMap(({ name, mtu, addresses }) =>
    mtu !== 1_500 && addresses.some(({ network }) => contains(network, address))
      ? { outgoing_nic: name, remote_ip_address: address, mtu_successful: true }
      : [],
  );
}

const by =
  <Item>(key: (item: Item) => string | undefined) =>
  (one: Item, other: Item): number => {
    const [left, right] = [key(one) ?? "", key(other) ?? ""];
    return left < right ? -1 : left > right ? 1 : 0;
  };
