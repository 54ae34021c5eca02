import * as wire from "@muster/contract";
import {
  aboutCluster,
  allowAddHosts,
  type Changes,
  type Cluster,
  type ClusterSnapshot,
  cancelInstallation,
  clusterDefaults,
  completeInstallation,
  disconnectedCluster,
  type Instant,
  importedCluster,
  installCluster,
  type Outcome,
  type Policy,
  resetCluster,
} from "@muster/core";
import { decided } from "../aggregates/aggregate.ts";
import { type Caller, visibleTo } from "../auth/caller.ts";
import { deregister } from "../clusters/deregister.ts";
import { listClusters } from "../clusters/list.ts";
import { resolveRelease } from "../clusters/release.ts";
import { changeClusterSettings } from "../clusters/update.ts";
import { orTell } from "../events/refusal.ts";
import type { Handlers, Request } from "../http/handler.ts";
import { HttpProblem, orRefuse } from "../http/problem.ts";
import { presentCluster } from "../present/cluster.ts";
import { presentHost } from "../present/host.ts";
import type { Service } from "../service.ts";

type Command = (snapshot: ClusterSnapshot, policy: Policy, now: Instant) => Outcome<Changes>;

export function clusterHandlers(service: Service) {
  const { aggregates, policy, catalogue, objects } = service;

  const show = async (clusterId: string): Promise<wire.Cluster> => {
    const snapshot = aggregates.snapshot(await aggregates.cluster(clusterId));
    const hosts = snapshot.hosts.map((host) => aggregates.presence.refine(host));
    return presentCluster({ ...snapshot, hosts }, { hosts: { policy } });
  };

  const command = async (clusterId: string, requestId: string, decide: Command): Promise<wire.Cluster> => {
    await aggregates.changeCluster(
      clusterId,
      (aggregate, now) => decided(orRefuse(decide(aggregates.snapshot(aggregate), policy, now)), undefined),
      requestId,
    );
    return show(clusterId);
  };

  type Failure = "cluster_deregister_failed" | "cancel_installation_failed" | "reset_installation_failed";
  const failed = (name: Failure, clusterId: string, requestId: string) => (error: string) =>
    aggregates.changeCluster(
      clusterId,
      ({ root }) => ({ answer: undefined, events: [aboutCluster(name, root, { error })] }),
      requestId,
    );

  const create = async (cluster: Cluster, pullSecret: string | undefined, requestId: string): Promise<wire.Cluster> => {
    const told = aboutCluster("cluster_registration_succeeded", cluster, { cluster_kind: cluster.kind });
    const secrets = pullSecret === undefined ? {} : { secrets: { "pull-secret": pullSecret } };
    await aggregates.createCluster(cluster, { events: [told], ...secrets }, requestId);
    // Callers are told what they registered; what the first refresh made of it is for who asks next (reference service 1.3).
    return { ...(await show(cluster.id)), status: cluster.status, status_info: cluster.statusInfo };
  };

  const birth = ({ caller }: Pick<Request<"v2RegisterCluster">, "caller">) => ({
    id: service.newId(),
    now: service.now(),
    owner: { userName: caller.userName, orgId: caller.orgId, emailDomain: caller.emailDomain },
  });

  const addHosts = async ({
    params,
    requestId,
  }: Pick<Request<"TransformClusterToAddingHosts">, "params" | "requestId">) =>
    ({ status: 202, body: await command(params.cluster_id, requestId, allowAddHosts) }) as const;

  return {
    v2RegisterCluster: async (request) => {
      const { body, requestId } = request;
      const release = resolveRelease(catalogue, {
        version: body.openshift_version,
        image: body.ocp_release_image,
        architecture: body.cpu_architecture,
      });
      const input = wire.fromWire(wire.ClusterCreateParams, body);
      const cluster = orRefuse(clusterDefaults(input, release, policy, birth(request)));
      return { status: 201, body: await create(cluster, body.pull_secret, requestId) };
    },
    v2ImportCluster: async (request) => {
      const { body, requestId } = request;
      const release = body.openshift_version ? resolveRelease(catalogue, { version: body.openshift_version }) : null;
      const input = wire.fromWire(wire.ImportClusterParams, body);
      const cluster = orRefuse(importedCluster(input, release, policy, birth(request)));
      return { status: 201, body: await create(cluster, undefined, requestId) };
    },
    v2RegisterDisconnectedCluster: async (request) => {
      const { body, requestId } = request;
      const release = resolveRelease(catalogue, { version: body.openshift_version });
      const input = wire.fromWire(wire.DisconnectedClusterCreateParams, body);
      const cluster = orRefuse(disconnectedCluster(input, release, policy, birth(request)));
      return { status: 201, body: await create(cluster, undefined, requestId) };
    },
    v2ListClusters: async ({ query, headers, caller }) => {
      if (headers.get_unregistered_clusters) requireAdmin(caller);
      // Clusters here belong to no subscription: whoever asks for those of one asks for none.
      if (query.ams_subscription_ids?.length) return { status: 200, body: [] };
      const listed = await listClusters(service, {
        owner: query.owner,
        openshiftClusterId: query.openshift_cluster_id,
        deleted: headers.get_unregistered_clusters,
        withHosts: query.with_hosts,
        visible: visibleTo(caller),
      });
      const body = listed.map(({ snapshot, deletedAt, hostStatuses }) =>
        presentCluster(snapshot, {
          hosts: query.with_hosts ? { policy } : null,
          hostStatuses,
          ...(deletedAt !== null && { deletedAt }),
        }),
      );
      return { status: 200, body };
    },
    v2GetCluster: async ({ params, query, headers, caller }) => {
      if (headers.get_unregistered_clusters) {
        requireAdmin(caller);
        const wanted = { id: params.cluster_id, deleted: true, withHosts: true, visible: visibleTo(caller) };
        const [found] = await listClusters(service, wanted);
        if (found?.deletedAt) {
          const view = { hosts: { policy }, deletedAt: found.deletedAt };
          return { status: 200, body: presentCluster(found.snapshot, view) };
        }
      }
      const cluster = await show(params.cluster_id);
      return { status: 200, body: query["exclude-hosts"] ? { ...cluster, hosts: [] } : cluster };
    },
    V2UpdateCluster: async ({ params, body, requestId }) => {
      await changeClusterSettings(service, { clusterId: params.cluster_id, body }, requestId);
      return { status: 201, body: await show(params.cluster_id) };
    },
    v2DeregisterCluster: async ({ params, requestId }) => {
      const clusterId = params.cluster_id;
      await orTell(
        deregister(service, { clusterId, requestId }),
        failed("cluster_deregister_failed", clusterId, requestId),
      );
      return { status: 204, body: undefined };
    },
    ListClusterHosts: async ({ params, query }) => {
      const { root, hosts } = await aggregates.cluster(params.cluster_id);
      const view = {
        policy,
        inventory: query["with-inventory"] ?? false,
        connectivity: query["with-connectivity"] ?? false,
      };
      const wanted = [...hosts.values()].filter(
        (host) =>
          (query.role === undefined || host.role === query.role) &&
          (query.status === undefined || host.status === query.status),
      );
      return {
        status: 200,
        body: wanted.map((host) => presentHost(aggregates.presence.refine(host), root, view)),
      };
    },
    v2InstallCluster: async ({ params, requestId }) => ({
      status: 202,
      body: await command(params.cluster_id, requestId, installCluster),
    }),
    V2CancelInstallation: async ({ params, requestId }) => ({
      status: 202,
      body: await orTell(
        command(params.cluster_id, requestId, cancelInstallation),
        failed("cancel_installation_failed", params.cluster_id, requestId),
      ),
    }),
    v2ResetCluster: async ({ params, requestId }) => {
      const cluster = await orTell(
        command(params.cluster_id, requestId, resetCluster),
        failed("reset_installation_failed", params.cluster_id, requestId),
      );
      // What the attempt generated goes; what users gave, and the logs, stay.
      for (const key of await objects.list(params.cluster_id)) {
        const [, first = ""] = key.split("/");
        if (!keptAtReset.has(first)) await objects.delete(key);
      }
      return { status: 202, body: cluster };
    },
    v2CompleteInstallation: async ({ params, body, requestId }) => {
      await aggregates.changeCluster(
        params.cluster_id,
        (aggregate) => decided(completeInstallation(aggregate.root, body.error_info ?? ""), undefined),
        requestId,
      );
      return { status: 202, body: await show(params.cluster_id) };
    },
    TransformClusterToDay2: addHosts,
    TransformClusterToAddingHosts: addHosts,
  } satisfies Handlers;
}

/** What was deleted is for those who look after the service (reference service 1.1). */
function requireAdmin({ role, userName }: Caller): void {
  if (role === "admin") return;
  throw new HttpProblem(403, `get_unregistered_clusters needs an admin, and ${userName || "the caller"} is none.`);
}

const keptAtReset: ReadonlySet<string> = new Set(["manifests", "manifest-attributes", "logs"]);
