// Parameters that several operations take.
import { Type } from "typebox";
import { CpuArchitecture } from "../models/architecture.ts";
import { PlatformType } from "../models/cluster.ts";
import { FeatureSupportLevelId } from "../models/support-level.ts";
import { Binary, Default, Enumeration, Fields, Uuid } from "../schema.ts";

export const agentHeaders = Fields({ discovery_agent_version: Type.Optional(Type.String()) });

export const unregisteredHeader = { get_unregistered_clusters: Default(Type.Boolean(), false) };

export const credentialFile = Enumeration(["kubeadmin-password", "kubeconfig", "kubeconfig-noingress"]);

export const ipxeScriptType = Enumeration(["discovery-image-always", "boot-order-control"]);

const manifestFolder = Default(Enumeration(["manifests", "openshift"]), "manifests");

/** Which manifest of a cluster is meant. */
export const manifestFile = Fields({ folder: manifestFolder, file_name: Type.String() });

export const featureIds = Type.Optional(Type.Array(FeatureSupportLevelId));

/** What decides whether a feature is supported, besides the version. */
export const platformQuery = {
  cpu_architecture: Default(CpuArchitecture(), "x86_64"),
  platform_type: Type.Optional(PlatformType),
  external_platform_name: Type.Optional(Type.String()),
};

export const hostLogsQuery = {
  infra_env_id: Type.Optional(Uuid()),
  host_id: Type.Optional(Uuid()),
};

/** The one file of an upload. */
export const upload = Fields({ upfile: Type.Optional(Binary) });
