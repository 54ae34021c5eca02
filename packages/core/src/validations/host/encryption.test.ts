import { outcomes } from "../../../test/host-facts.ts";
import type { Cluster } from "../../model/cluster.ts";

const encrypted = (over: Partial<Cluster["diskEncryption"]> = {}) => ({
  diskEncryption: { enableOn: "all", mode: "tpmv2", tangServers: "", ...over } as const,
});
const withTang = encrypted({ mode: "tang" });

const joins = (luks: unknown, rest: object = {}) => ({
  cluster: { kind: "AddHostsCluster" } as const,
  host: {
    kind: "AddToExistingClusterHost",
    apiVipConnectivity: { isSuccess: true, ignition: JSON.stringify({ storage: { luks } }) },
    ...rest,
  } as const,
});

outcomes("disk-encryption-requirements-satisfied", [
  ["nobody asked for it", {}, "not-applicable"],
  ["in a pool", { cluster: null }, "not-applicable"],
  ["TPM 2.0", { cluster: encrypted() }, "success", "TPM"],
  ["no TPM", { cluster: encrypted(), inventory: { tpmVersion: "none" } }, "failure", "Found no TPM"],
  ["an old TPM", { cluster: encrypted(), inventory: { tpmVersion: "1.2" } }, "failure", "a TPM of version 1.2"],
  ["no inventory", { cluster: encrypted(), inventory: null }, "pending"],
  [
    "only for workers, and this is none",
    { cluster: encrypted({ enableOn: "workers" }), inventory: { tpmVersion: "none" } },
    "not-applicable",
  ],
  [
    "for masters among others",
    { cluster: encrypted({ enableOn: "masters,arbiters" }), inventory: { tpmVersion: "none" } },
    "failure",
  ],
  [
    "for arbiters",
    { cluster: encrypted({ enableOn: "arbiters" }), host: { role: "arbiter" }, inventory: { tpmVersion: "none" } },
    "failure",
  ],
  [
    "only for workers, role not known",
    { cluster: encrypted({ enableOn: "workers" }), host: { role: "auto-assign" } },
    "pending",
    "a role",
  ],
  ["for all, role not known", { cluster: encrypted(), host: { role: "auto-assign" } }, "success"],
  ["Tang not tried yet", { cluster: withTang }, "pending", "Tang"],
  ["Tang works", { cluster: withTang, host: { tangConnectivity: { isSuccess: true } } }, "success", "Tang"],
  [
    "Tang fails",
    {
      cluster: withTang,
      host: { tangConnectivity: { isSuccess: false, tangServerResponse: [{ tangUrl: "http://tang-1" }] } },
    },
    "failure",
    "only these did: http://tang-1",
  ],
  [
    "Tang fails with a reason",
    { cluster: withTang, host: { tangConnectivity: { isSuccess: false, error: "dial tcp: timeout\n" } } },
    "failure",
    "(dial tcp: timeout)",
  ],
  ["Tang fails altogether", { cluster: withTang, host: { tangConnectivity: { isSuccess: false } } }, "failure"],
  [
    "a host that joins, configuration not seen yet",
    { cluster: { kind: "AddHostsCluster" }, host: { kind: "AddToExistingClusterHost" } },
    "pending",
    "configuration",
  ],
  ["joins a cluster without encryption", joins([]), "not-applicable"],
  ["joins a cluster that uses the TPM", joins([{ clevis: { tpm2: true } }]), "success"],
  [
    "joins a cluster that uses the TPM, without one",
    { ...joins([{ clevis: { tpm2: true } }]), inventory: { tpmVersion: "none" } },
    "failure",
  ],
  ["joins a cluster that uses Tang, not tried yet", joins([{ clevis: { tang: [{}] } }]), "pending"],
  [
    "joins a cluster that uses Tang",
    joins([{ clevis: { tang: [{}] } }], { tangConnectivity: { isSuccess: true } }),
    "success",
  ],
  [
    "joins a cluster that encrypts only one of its disks",
    joins([{ name: "var" }, { clevis: { tpm2: true } }]),
    "success",
  ],
  [
    "joins a cluster that uses Tang for one of its disks",
    joins([{ name: "var" }, { clevis: { tang: [{}] } }]),
    "pending",
  ],
  ["joins a cluster that uses neither", joins([{ name: "root" }]), "failure", "neither a TPM nor Tang"],
  ["joins with a section of another kind", joins({ odd: true }), "not-applicable"],
  ["joins with an empty entry", joins([null]), "failure"],
  [
    "joins with a configuration that cannot be read",
    {
      cluster: { kind: "AddHostsCluster" },
      host: { kind: "AddToExistingClusterHost", apiVipConnectivity: { ignition: '{"luks"' } },
    },
    "failure",
  ],
]);
