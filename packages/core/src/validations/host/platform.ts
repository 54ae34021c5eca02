import { fail, notApplicable, pass, pending } from "../../finding.ts";
import { isSingleNode, type Platform } from "../../model/cluster.ts";
import type { Disk, Inventory } from "../../model/observations.ts";
import { boundWithInventory, type HostValidation, inCluster } from "./validation.ts";

const platformName = ({ type, external }: Platform): string => external?.platformName || type;

/** What the firmware of a platform's machines says of its maker; platforms that are not listed take any machine. */
const makers: Readonly<Record<string, RegExp>> = {
  vsphere: /vmware/i,
  nutanix: /nutanix/i,
  oci: /^OracleCloud\.com$/i,
};

export const compatibleWithPlatform: HostValidation = {
  id: "compatible-with-cluster-platform",
  category: "hardware",
  needs: ["has-inventory"],
  check: boundWithInventory((_, { platform }, { systemVendor }) => {
    const name = platformName(platform);
    const maker = makers[name];
    const found = systemVendor?.manufacturer ?? "";
    if (!maker || maker.test(found)) return pass(`The host suits platform ${name}.`);
    return fail({
      found: `a machine made by ${found || "an unknown vendor"}`,
      needed: `a machine of platform ${name}`,
      remedy: "remove this host, or choose another platform for the cluster",
    });
  }),
};

/** Its ports drop traffic for addresses they were not given, so virtual IPs cannot work there. */
const withoutVirtualIps = "OpenStack Compute";

export const validPlatformNetworkSettings: HostValidation = {
  id: "valid-platform-network-settings",
  category: "network",
  needs: ["has-inventory"],
  check: boundWithInventory((_, cluster, { systemVendor }) => {
    const product = systemVendor?.productName ?? "";
    if (product !== withoutVirtualIps || isSingleNode(cluster) || cluster.userManagedNetworking) {
      return pass("This kind of machine works with the cluster's networking.");
    }
    return fail({
      found: `a machine of type ${product} in a cluster that manages its own virtual IPs`,
      needed: "user-managed networking, or a single node, on such machines",
      remedy: "switch the cluster to user-managed networking, or use other machines",
    });
  }),
};

const local: ReadonlySet<Disk["driveType"]> = new Set(["HDD", "SSD", "Multipath"]);

/** Media and removable drives never get a UUID from the hypervisor. */
const disksWithoutUuid = ({ disks = [] }: Inventory): readonly Disk[] =>
  disks.filter(
    ({ driveType, hasUuid, isInstallationMedia, removable }) =>
      local.has(driveType) && !isInstallationMedia && !removable && !hasUuid,
  );

export const vsphereDiskUuidEnabled: HostValidation = {
  id: "vsphere-disk-uuid-enabled",
  category: "hardware",
  needs: [],
  check: inCluster(({ host: { inventory } }, { platform }) => {
    if (platform.type !== "vsphere") return notApplicable;
    if (!inventory) return pending("the inventory of the host");
    const without = disksWithoutUuid(inventory);
    if (without.length === 0) return pass("The disks of the virtual machine have UUIDs.");
    return fail({
      found: `disks without a UUID: ${without.map(({ name }) => name).join(", ")}`,
      needed: "disk.EnableUUID set to TRUE, or the cluster cannot mount volumes",
      remedy: "power the virtual machine off, set disk.EnableUUID in its advanced settings, and start it again",
    });
  }),
};
