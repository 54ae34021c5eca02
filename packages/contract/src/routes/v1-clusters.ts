import { Type } from "typebox";
import { ClusterDefaultConfig, Credentials } from "../models/cluster.ts";
import { EventCategory, EventList } from "../models/event.ts";
import { ImageCreateParams } from "../models/infra-env.ts";
import { LogsProgressParams } from "../models/logs.ts";
import { MonitoredOperatorsList, OperatorMonitorReport } from "../models/operator.ts";
import { V1Cluster, V1ClusterCreateParams, V1ClusterUpdateParams } from "../models/v1.ts";
import { ListVersions, OpenshiftVersions } from "../models/version.ts";
import { Binary, Enumeration, Fields, Uuid } from "../schema.ts";
import { v1 } from "./groups.ts";
import { unregisteredHeader, upload } from "./parameters.ts";
import { type Auth, agent, defineRoutes, editors, errors, readers } from "./route.ts";

const byLink: readonly Auth[] = [...readers, { scheme: "urlAuth" }];

/** The 2021 operations on clusters that published guides use (reference service 1.4). */
export const v1ClusterRoutes = defineRoutes(v1, {
  RegisterCluster: {
    method: "POST",
    path: "/clusters",
    summary: "Describe a new cluster.",
    auth: editors,
    body: V1ClusterCreateParams,
    responses: { 201: V1Cluster, ...errors(400) },
  },
  ListClusters: {
    method: "GET",
    path: "/clusters",
    summary: "List clusters with their hosts.",
    auth: readers,
    headers: Fields(unregisteredHeader),
    query: Fields({
      openshift_cluster_id: Type.Optional(Uuid()),
      ams_subscription_ids: Type.Optional(Type.Array(Type.String())),
    }),
    responses: { 200: Type.Array(V1Cluster) },
  },
  GetCluster: {
    method: "GET",
    path: "/clusters/{cluster_id}",
    summary: "Read one cluster with its hosts.",
    auth: [...readers, agent],
    headers: Fields(unregisteredHeader),
    responses: { 200: V1Cluster, ...errors(404) },
  },
  UpdateCluster: {
    method: "PATCH",
    path: "/clusters/{cluster_id}",
    summary: "Change a cluster, and the roles, names and disks of its hosts.",
    auth: editors,
    body: V1ClusterUpdateParams,
    responses: { 201: V1Cluster, ...errors(400, 404, 409) },
  },
  DeregisterCluster: {
    method: "DELETE",
    path: "/clusters/{cluster_id}",
    summary: "Forget a cluster that is not being installed.",
    auth: editors,
    responses: { 204: null, ...errors(404, 409) },
  },
  GenerateClusterISO: {
    method: "POST",
    path: "/clusters/{cluster_id}/downloads/image",
    summary: "Make the discovery image of a cluster.",
    auth: editors,
    body: ImageCreateParams,
    responses: { 201: V1Cluster, ...errors(400, 404, 409) },
  },
  DownloadClusterISO: {
    method: "GET",
    path: "/clusters/{cluster_id}/downloads/image",
    summary: "Download the discovery image of a cluster.",
    auth: byLink,
    responses: { 200: Binary, 206: Binary, 304: null, ...errors(400, 404, 409) },
    responseType: "octet-stream",
  },
  DownloadClusterISOHeaders: {
    method: "HEAD",
    path: "/clusters/{cluster_id}/downloads/image",
    summary: "Read the size of the discovery image of a cluster.",
    auth: byLink,
    responses: { 200: null, ...errors(400, 404, 409) },
  },
  DownloadClusterFiles: {
    method: "GET",
    path: "/clusters/{cluster_id}/downloads/files",
    summary: "Download a file made for the installation of a cluster.",
    auth: [...byLink, agent],
    query: Fields({
      file_name: Enumeration([
        "bootstrap.ign",
        "master.ign",
        "metadata.json",
        "worker.ign",
        "kubeadmin-password",
        "kubeconfig",
        "kubeconfig-noingress",
        "install-config.yaml",
        "discovery.ign",
        "custom_manifests.json",
        "custom_manifests.yaml",
      ]),
    }),
    responses: { 200: Binary, ...errors(404, 409) },
    responseType: "octet-stream",
  },
  DownloadClusterKubeconfig: {
    method: "GET",
    path: "/clusters/{cluster_id}/downloads/kubeconfig",
    summary: "Download the kubeconfig of an installed cluster.",
    auth: byLink,
    responses: { 200: Binary, ...errors(404, 409) },
    responseType: "octet-stream",
  },
  GetCredentials: {
    method: "GET",
    path: "/clusters/{cluster_id}/credentials",
    summary: "Read the administrator's name and password and the console's address.",
    auth: editors,
    responses: { 200: Credentials, ...errors(404, 409) },
  },
  GetClusterDefaultConfig: {
    method: "GET",
    path: "/clusters/default-config",
    summary: "Read the values that a cluster gets where its description is silent.",
    auth: readers,
    responses: { 200: ClusterDefaultConfig },
  },
  GetClusterInstallConfig: {
    method: "GET",
    path: "/clusters/{cluster_id}/install-config",
    summary: "Read the install-config that the cluster would be installed with, as text.",
    auth: readers,
    responses: { 200: Type.String(), ...errors(404) },
  },
  UpdateClusterInstallConfig: {
    method: "PATCH",
    path: "/clusters/{cluster_id}/install-config",
    summary: "Set overrides of the install-config: JSON, sent as one JSON string.",
    auth: editors,
    body: Type.String(),
    responses: { 201: null, ...errors(400, 404) },
  },
  InstallCluster: {
    method: "POST",
    path: "/clusters/{cluster_id}/actions/install",
    summary: "Start the installation of a cluster that is ready.",
    auth: editors,
    responses: { 202: V1Cluster, ...errors(400, 404, 409) },
  },
  CancelInstallation: {
    method: "POST",
    path: "/clusters/{cluster_id}/actions/cancel",
    summary: "Stop an installation that is under way.",
    auth: editors,
    responses: { 202: V1Cluster, ...errors(404, 409) },
  },
  ResetCluster: {
    method: "POST",
    path: "/clusters/{cluster_id}/actions/reset",
    summary: "Bring a cancelled or failed cluster back to where it can be installed again.",
    auth: editors,
    responses: { 202: V1Cluster, ...errors(404, 409) },
  },
  ListEvents: {
    method: "GET",
    path: "/clusters/{cluster_id}/events",
    summary: "List what happened to a cluster, or to one of its hosts.",
    auth: [...readers, { scheme: "urlAuth" }],
    query: Fields({
      host_id: Type.Optional(Uuid()),
      categories: Type.Optional(Type.Array(EventCategory)),
    }),
    responses: { 200: EventList, ...errors(404) },
  },
  DownloadClusterLogs: {
    method: "GET",
    path: "/clusters/{cluster_id}/logs",
    summary: "Download the logs of one host, of the controller, or all as one archive.",
    auth: byLink,
    query: Fields({
      logs_type: Type.Optional(Enumeration(["host", "controller", "all"])),
      host_id: Type.Optional(Uuid()),
    }),
    responses: { 200: Binary, ...errors(404, 409) },
    responseType: "octet-stream",
  },
  UploadLogs: {
    method: "POST",
    path: "/clusters/{cluster_id}/logs",
    summary: "Hand in the logs of a host or of the controller.",
    auth: [agent],
    query: Fields({ logs_type: Enumeration(["host", "controller"]), host_id: Type.Optional(Uuid()) }),
    body: upload,
    bodyType: "multipart",
    responses: { 204: null, ...errors(400, 404, 409) },
  },
  UpdateClusterLogsProgress: {
    method: "PUT",
    path: "/clusters/{cluster_id}/logs_progress",
    summary: "Report how far the collection of the controller's logs is.",
    auth: [agent],
    body: LogsProgressParams,
    responses: { 204: null, ...errors(404, 409) },
  },
  ListOfClusterOperators: {
    method: "GET",
    path: "/clusters/{cluster_id}/monitored_operators",
    summary: "List the operators of a cluster and how each is doing.",
    auth: [...readers, agent],
    query: Fields({ operator_name: Type.Optional(Type.String()) }),
    responses: { 200: MonitoredOperatorsList, ...errors(404) },
  },
  ReportMonitoredOperatorStatus: {
    method: "PUT",
    path: "/clusters/{cluster_id}/monitored_operators",
    summary: "Report how an operator of a cluster is doing.",
    auth: [agent],
    body: OperatorMonitorReport,
    responses: { 200: null, ...errors(400, 404, 409) },
  },
  ListComponentVersions: {
    method: "GET",
    path: "/component_versions",
    summary: "List the versions of the service's own parts.",
    auth: readers,
    responses: { 200: ListVersions },
  },
  ListSupportedOpenshiftVersions: {
    method: "GET",
    path: "/openshift_versions",
    summary: "List the versions that can be installed.",
    auth: readers,
    responses: { 200: OpenshiftVersions },
  },
});
