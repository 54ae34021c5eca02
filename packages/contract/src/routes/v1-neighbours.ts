import { Type } from "typebox";
import { CompletionParams, IngressCertParams, PresignedUrl } from "../models/cluster.ts";
import { Host, HostIgnitionParams, InstallerArgsParams } from "../models/host.ts";
import { CreateManifestParams, ListManifests, Manifest } from "../models/manifest.ts";
import { OperatorProperties } from "../models/operator.ts";
import { PreflightHardwareRequirements } from "../models/requirements.ts";
import { V1Cluster } from "../models/v1.ts";
import { ListManagedDomains } from "../models/version.ts";
import { Binary } from "../schema.ts";
import { clusterFileRoutes } from "./cluster-files.ts";
import { v1 } from "./groups.ts";
import { manifestFile } from "./parameters.ts";
import { agent, defineRoutes, editors, errors, readers } from "./route.ts";

const host = "/clusters/{cluster_id}/hosts/{host_id}" as const;

/** The 2021 operations beside those of the guides, whose bodies are those of today (reference service 1.4). */
export const v1NeighbourRoutes = defineRoutes(v1, {
  GetPresignedForClusterFiles: {
    method: "GET",
    path: "/clusters/{cluster_id}/downloads/files-presigned",
    summary: "Get a link that downloads a file, logs or a manifest of a cluster.",
    auth: readers,
    query: clusterFileRoutes.V2GetPresignedForClusterFiles.query,
    responses: { 200: PresignedUrl, ...errors(400, 404, 409) },
  },
  GetDiscoveryIgnition: {
    method: "GET",
    path: "/clusters/{cluster_id}/discovery-ignition",
    summary: "Read the Ignition config that hosts of a cluster boot with.",
    auth: editors,
    responses: { 200: HostIgnitionParams, ...errors(404) },
  },
  UpdateDiscoveryIgnition: {
    method: "PATCH",
    path: "/clusters/{cluster_id}/discovery-ignition",
    summary: "Override parts of the Ignition config that hosts of a cluster boot with.",
    auth: editors,
    body: HostIgnitionParams,
    responses: { 201: null, ...errors(400, 404) },
  },
  ListClusterManifests: {
    method: "GET",
    path: "/clusters/{cluster_id}/manifests",
    summary: "List the manifests that will be applied to a cluster.",
    auth: readers,
    responses: { 200: ListManifests, ...errors(404, 409) },
  },
  CreateClusterManifest: {
    method: "POST",
    path: "/clusters/{cluster_id}/manifests",
    summary: "Add a manifest; its content is base64.",
    auth: editors,
    body: CreateManifestParams,
    responses: { 201: Manifest, ...errors(400, 404, 409) },
  },
  DeleteClusterManifest: {
    method: "DELETE",
    path: "/clusters/{cluster_id}/manifests",
    summary: "Remove a manifest.",
    auth: editors,
    query: manifestFile,
    responses: { 200: null, ...errors(404, 409) },
  },
  DownloadClusterManifest: {
    method: "GET",
    path: "/clusters/{cluster_id}/manifests/files",
    summary: "Download one manifest.",
    auth: readers,
    query: manifestFile,
    responses: { 200: Binary, ...errors(404, 409) },
    responseType: "octet-stream",
  },
  UploadClusterIngressCert: {
    method: "POST",
    path: "/clusters/{cluster_id}/uploads/ingress-cert",
    summary: "Hand in the certificate of the cluster's ingress, so that the kubeconfig trusts it.",
    auth: [agent],
    body: IngressCertParams,
    responses: { 201: null, ...errors(400, 404) },
  },
  InstallHosts: {
    method: "POST",
    path: "/clusters/{cluster_id}/actions/install_hosts",
    summary: "Install all hosts that are ready to be added to an installed cluster.",
    auth: editors,
    responses: { 202: V1Cluster, ...errors(404, 409) },
  },
  CompleteInstallation: {
    method: "POST",
    path: "/clusters/{cluster_id}/actions/complete_installation",
    summary: "Report how the installation ended.",
    auth: [agent],
    body: CompletionParams,
    responses: { 202: V1Cluster, ...errors(404, 409) },
  },
  UpdateHostInstallerArgs: {
    method: "PATCH",
    path: `${host}/installer-args`,
    summary: "Set arguments for the program that writes the system to a host's disk.",
    auth: editors,
    body: InstallerArgsParams,
    responses: { 201: Host, ...errors(400, 404, 409) },
  },
  InstallHost: {
    method: "POST",
    path: `${host}/actions/install`,
    summary: "Install a host that is added to an installed cluster.",
    auth: editors,
    responses: { 202: Host, ...errors(404, 409) },
  },
  ResetHost: {
    method: "POST",
    path: `${host}/actions/reset`,
    summary: "Bring a host that is added to a cluster back to where it can be installed again.",
    auth: editors,
    responses: { 200: Host, ...errors(404, 409) },
  },
  ResetHostValidation: {
    method: "PATCH",
    path: `${host}/actions/reset-validation/{validation_id}`,
    summary: "Forget the result of a failed validation, so that the host is asked again.",
    auth: editors,
    responses: { 200: Host, ...errors(400, 404, 409) },
  },
  GetHostIgnition: {
    method: "GET",
    path: `${host}/ignition`,
    summary: "Read the Ignition config that a host is installed with.",
    auth: editors,
    responses: { 200: HostIgnitionParams, ...errors(404) },
  },
  UpdateHostIgnition: {
    method: "PATCH",
    path: `${host}/ignition`,
    summary: "Override parts of the Ignition config that a host is installed with.",
    auth: editors,
    body: HostIgnitionParams,
    responses: { 201: null, ...errors(400, 404) },
  },
  DownloadHostIgnition: {
    method: "GET",
    path: `${host}/downloads/ignition`,
    summary: "Download the Ignition config that a host is installed with.",
    auth: [...readers, agent],
    responses: { 200: Binary, ...errors(404, 409) },
    responseType: "octet-stream",
  },
  GetPreflightRequirements: {
    method: "GET",
    path: "/clusters/{cluster_id}/preflight-requirements",
    summary: "Read what hardware the cluster and each of its operators need.",
    auth: readers,
    responses: { 200: PreflightHardwareRequirements, ...errors(404) },
  },
  ListManagedDomains: {
    method: "GET",
    path: "/domains",
    summary: "List the domains whose records the service can write itself.",
    auth: readers,
    responses: { 200: ListManagedDomains },
  },
  ListSupportedOperators: {
    method: "GET",
    path: "/supported-operators",
    summary: "List the names of operators that can be installed with a cluster.",
    auth: readers,
    responses: { 200: Type.Array(Type.String()) },
  },
  ListOperatorProperties: {
    method: "GET",
    path: "/supported-operators/{operator_name}",
    summary: "List the properties that can be set for an operator.",
    auth: readers,
    responses: { 200: OperatorProperties, ...errors(404) },
  },
});
