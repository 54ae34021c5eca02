// Arguments for coreos-installer: what the user gave, and what the machine's disks and networks need to boot again
// (reference service 5.3).
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Disk, Interface, Inventory } from "../model/observations.ts";
import { familyOf, parseNetwork } from "../network/address.ts";
import { hostAddresses, isWithin } from "../network/host-addresses.ts";
import { invalid } from "../problem.ts";
import type { Refusal } from "../refusal.ts";
import { installationDisk } from "./preparation.ts";

export function installerArgs(host: Host, cluster: Cluster, infraEnv: InfraEnv | null): string[] {
  const { inventory } = host;
  const args = [...host.installerArgs];
  if (!inventory) return args;
  const disk = installationDisk(host);
  const kargs = [...diskArguments(disk, inventory), ...mainframeArguments(inventory)];
  const hasStaticNetwork = (infraEnv?.staticNetworkConfig.length ?? 0) > 0;
  if (hasStaticNetwork && !copiesNetwork(args)) args.push("--copy-network");
  const knowsNetwork = copiesNetwork(args) || [...args, ...kargs].some((arg) => arg.startsWith("ip="));
  if (!knowsNetwork) kargs.push(...dhcpArguments(inventory, cluster.machineNetworks));
  const fresh = [...new Set(kargs)].filter((karg) => !args.includes(karg));
  return [...args, ...fresh.flatMap((karg) => ["--append-karg", karg])];
}

const copiesNetwork = (args: readonly string[]) =>
  args.some((arg) => arg === "--copy-network" || arg === "-n" || arg.startsWith("--network-dir"));

function diskArguments(disk: Disk | null, inventory: Inventory): string[] {
  switch (disk?.driveType) {
    case "Multipath": {
      const paths = (inventory.disks ?? []).filter(
        ({ holders, driveType }) => driveType === "iSCSI" && disk.name && holders?.split(",").includes(disk.name),
      );
      return ["rw", "rd.multipath=default", ...paths.flatMap((path) => iscsiArguments(path, inventory))];
    }
    case "iSCSI":
      return iscsiArguments(disk, inventory);
    case "RAID":
      return ["rd.md=1", "rd.auto=1"];
    default:
      return [];
  }
}

/** The firmware knows the target; the early system must bring up the interface that leads there. */
function iscsiArguments(disk: Disk, inventory: Inventory): string[] {
  const address = disk.iscsi?.hostIpAddress ?? "";
  const nic = (inventory.interfaces ?? []).find((candidate) =>
    [...(candidate.ipv4Addresses ?? []), ...(candidate.ipv6Addresses ?? [])].some(
      (cidr) => address !== "" && cidr.split("/", 1)[0] === address,
    ),
  );
  const dhcp = familyOf(address) === "IPv6" ? "dhcp6" : "dhcp";
  return ["rd.iscsi.firmware=1", ...(nic ? [`ip=${deviceName(nic)}:${dhcp}`] : [])];
}

const mainframeKeys = /^(?:ip|nameserver|rd\.znet|rd\.dasd|rd\.zfcp|rd\.neednet|zfcp\.allow_lun_scan)=/;

/** On s390x networks and disks are named on the kernel's command line, or they are not there at all. */
function mainframeArguments({ cpu, boot }: Inventory): string[] {
  if (cpu?.architecture !== "s390x") return [];
  return (boot?.commandLine ?? "").split(/\s+/).filter((argument) => mainframeKeys.test(argument));
}

function dhcpArguments(inventory: Inventory, machineNetworks: readonly string[]): string[] {
  const networks = machineNetworks.flatMap((cidr) => parseNetwork(cidr) ?? []);
  const addresses = hostAddresses(inventory).filter((address) =>
    networks.some((network) => isWithin(address, network)),
  );
  return (inventory.interfaces ?? []).flatMap((nic) => {
    // Bonds and VLANs come with a network configuration of their own.
    if (nic.type !== undefined && nic.type !== "" && nic.type !== "physical") return [];
    const families = addresses
      .filter(({ interfaceName }) => interfaceName === nic.name)
      .map(({ network }) => network.family);
    const protocols = [...(families.includes("IPv4") ? ["dhcp"] : []), ...(families.includes("IPv6") ? ["dhcp6"] : [])];
    return protocols.length === 0 ? [] : [`ip=${deviceName(nic)}:${protocols.join(",")}`];
  });
}

/** Names such as eth0 are given in the order of discovery: the MAC address is what stays. */
function deviceName({ name = "", macAddress = "" }: Interface): string {
  return macAddress !== "" && (name === "" || /^eth\d+$/.test(name)) ? macAddress.replaceAll(":", "-") : name;
}

const flagsWithValue = [
  "--append-karg",
  "--delete-karg",
  "--network-dir",
  "--save-partlabel",
  "--save-partindex",
  "--image-url",
  "--image-file",
];
const flagsWithoutValue = ["-n", "--copy-network"];

/** Arguments that a user may set on a host. They travel in a quoted shell word, so quotes and line ends stay out. */
export function checkInstallerArgs(args: readonly string[]): Refusal | null {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (flagsWithoutValue.includes(arg)) continue;
    const [flag = "", inline] = splitOnce(arg, "=");
    if (!flagsWithValue.includes(flag)) {
      return refuseArgument(arg, `one of ${[...flagsWithValue, ...flagsWithoutValue].join(", ")}`);
    }
    const value = inline ?? args[++index];
    if (value === undefined || value === "" || value.startsWith("-"))
      return refuseArgument(arg, `a value after ${flag}`);
    if (/['`\p{Cc}]/u.test(value))
      return refuseArgument(value, "a value without quotes, backticks and control characters");
  }
  return null;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

const refuseArgument = (arg: string, needed: string): Refusal =>
  invalid("args", { found: JSON.stringify(arg.slice(0, 80)), needed, remedy: "correct the installer arguments" });
