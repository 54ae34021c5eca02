import { outcomes } from "../../../test/host-facts.ts";
import type { Platform } from "../../model/cluster.ts";

const on = (type: Platform["type"], platformName = ""): { platform: Platform } => ({
  platform: { type, external: platformName ? { platformName, cloudControllerManager: "" } : null },
});
const madeBy = (manufacturer: string, productName = "") => ({ systemVendor: { manufacturer, productName } });

outcomes("compatible-with-cluster-platform", [
  ["any machine on baremetal", {}, "success", "baremetal"],
  ["any machine without a platform", { cluster: on("none") }, "success"],
  ["any machine on an external platform", { cluster: on("external", "acme") }, "success", "acme"],
  ["a VMware machine on vSphere", { cluster: on("vsphere"), inventory: madeBy("VMware, Inc.") }, "success"],
  ["another machine on vSphere", { cluster: on("vsphere") }, "failure", "made by Acme"],
  ["a Nutanix machine on Nutanix", { cluster: on("nutanix"), inventory: madeBy("Nutanix") }, "success"],
  ["another machine on Nutanix", { cluster: on("nutanix"), inventory: madeBy("") }, "failure", "an unknown vendor"],
  ["an Oracle machine on OCI", { cluster: on("external", "oci"), inventory: madeBy("OracleCloud.com") }, "success"],
  ["another machine on OCI", { cluster: on("external", "oci") }, "failure", "platform oci"],
  ["no inventory", { inventory: null }, "pending"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);

const openStack = madeBy("OpenStack Foundation", "OpenStack Compute");

outcomes("valid-platform-network-settings", [
  ["an ordinary machine", {}, "success"],
  ["OpenStack with virtual IPs", { inventory: openStack }, "failure", "OpenStack Compute"],
  [
    "OpenStack with user-managed networking",
    { inventory: openStack, cluster: { userManagedNetworking: true } },
    "success",
  ],
  ["OpenStack as a single node", { inventory: openStack, cluster: { controlPlaneCount: 1 } }, "success"],
  ["no inventory", { inventory: null }, "pending"],
  ["in a pool", { inventory: openStack, cluster: null }, "not-applicable"],
]);

const disks = (...hasUuid: boolean[]) => ({
  disks: [
    ...hasUuid.map((has, index) => ({ name: `sd${index}`, driveType: "HDD" as const, hasUuid: has })),
    { name: "sr0", driveType: "ODD" as const, hasUuid: false },
    { name: "sdx", driveType: "HDD" as const, removable: true, hasUuid: false },
    { name: "sdy", driveType: "HDD" as const, isInstallationMedia: true, hasUuid: false },
  ],
});

outcomes("vsphere-disk-uuid-enabled", [
  ["on another platform", {}, "not-applicable"],
  ["all disks have one", { cluster: on("vsphere"), inventory: disks(true, true) }, "success"],
  [
    "one disk has none",
    { cluster: on("vsphere"), inventory: disks(true, false) },
    "failure",
    "disks without a UUID: sd1;",
  ],
  ["no inventory", { cluster: on("vsphere"), inventory: null }, "pending"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);
