import * as wire from "@muster/contract";
import {
  aboutHost,
  type Changes,
  deregisterHost,
  draftEvent,
  type EventDraft,
  type Host,
  type HostFacts,
  hostName,
  installHost,
  noChanges,
  type Outcome,
  resetHost,
  resetValidation,
  updateHost,
  updateHostIgnition,
  updateInstallerArgs,
} from "@muster/core";
import { changeHost } from "../aggregates/change-host.ts";
import { clusterIfAny } from "../clusters/find.ts";
import { orTell } from "../events/refusal.ts";
import { bind, unbind } from "../hosts/binding.ts";
import { checkOverrides, hostIgnition, ignitionName } from "../hosts/ignition.ts";
import { attachment } from "../http/download.ts";
import type { Handlers } from "../http/handler.ts";
import { orRefuse } from "../http/problem.ts";
import { presentHost } from "../present/host.ts";
import type { Service } from "../service.ts";
import { and, eq, isNull } from "../store/drizzle.ts";
import { hostsFromRows } from "../store/host-secrets.ts";
import { hosts } from "../store/schema.ts";

type HostParams = { infra_env_id: string; host_id: string };

/** What people do with hosts. */
export function hostHandlers(service: Service) {
  const { aggregates, policy, db } = service;
  const placeOf = ({ infra_env_id: infraEnvId, host_id: hostId }: HostParams) => ({ infraEnvId, hostId });

  const show = async ({ infraEnvId, hostId }: ReturnType<typeof placeOf>): Promise<wire.Host> => {
    const { host, snapshot } = await aggregates.host(infraEnvId, hostId);
    const cluster = "cluster" in snapshot ? snapshot.cluster : null;
    return presentHost(aggregates.presence.refine(host), cluster, { policy });
  };

  const command = async (params: HostParams, requestId: string, decide: (facts: HostFacts) => Outcome<Changes>) => {
    const place = placeOf(params);
    await changeHost(service, place, (facts) => ({ changes: orRefuse(decide(facts)), answer: undefined }), requestId);
    return show(place);
  };

  const failed = (params: HostParams, requestId: string, tell: (host: Host, reason: string) => EventDraft) => {
    return (reason: string) =>
      changeHost(
        service,
        placeOf(params),
        ({ host }) => ({ changes: { ...noChanges, events: [tell(host, reason)] }, answer: undefined }),
        requestId,
      );
  };

  const ignition = async (params: HostParams): Promise<Readonly<{ name: string; config: string }>> => {
    const { infraEnvId, hostId } = placeOf(params);
    const { host, snapshot } = await aggregates.host(infraEnvId, hostId);
    const config = await hostIgnition(service, host, "cluster" in snapshot ? snapshot.cluster : null);
    return { name: ignitionName(host), config };
  };

  return {
    // An infra-env that is not there, or no longer, has no hosts: this operation knows no 404 (reference service 1.2).
    v2ListHosts: async ({ params }) => {
      const rows = await db
        .select()
        .from(hosts)
        .where(and(eq(hosts.infraEnvId, params.infra_env_id), isNull(hosts.deletedAt)));
      const members = await hostsFromRows(db, rows);
      const body: wire.Host[] = [];
      for (const host of members) {
        // A cluster that was deleted since they were read does not hide the other hosts.
        const cluster = host.clusterId ? await clusterIfAny(aggregates, host.clusterId) : null;
        body.push(presentHost(aggregates.presence.refine(host), cluster, { policy }));
      }
      return { status: 200, body };
    },
    v2GetHost: async ({ params }) => ({ status: 200, body: await show(placeOf(params)) }),
    v2UpdateHost: async ({ params, body, requestId }) => {
      const update = wire.fromWire(wire.HostUpdateParams, body);
      const decide = ({ host, cluster }: HostFacts) => updateHost(host, update, cluster, policy);
      return { status: 201, body: await command(params, requestId, decide) };
    },
    v2DeregisterHost: async ({ params, requestId }) => {
      const decide = (facts: HostFacts) => ({
        changes: orRefuse(deregisterHost(facts)),
        answer: undefined,
        delete: true,
      });
      await changeHost(service, placeOf(params), decide, requestId);
      return { status: 204, body: undefined };
    },
    BindHost: async ({ params, body, requestId }) => {
      const clusterId = body.cluster_id.toLowerCase();
      const tell = failed(params, requestId, ({ id: hostId, infraEnvId }, message) =>
        draftEvent("host_bind_failed", { hostId, infraEnvId, clusterId }, { message }),
      );
      await orTell(bind(service, placeOf(params), clusterId, requestId), async (message) => {
        // What never was gets no history.
        if (await clusterIfAny(aggregates, clusterId)) await tell(message);
      });
      return { status: 200, body: await show(placeOf(params)) };
    },
    UnbindHost: async ({ params, requestId }) => {
      await orTell(
        unbind(service, placeOf(params), requestId),
        failed(params, requestId, (host, message) => aboutHost("host_unbind_failed", host, { message })),
      );
      return { status: 200, body: await show(placeOf(params)) };
    },
    v2ResetHostValidation: async ({ params, requestId }) => ({
      status: 200,
      body: await command(params, requestId, (facts) => resetValidation(facts, params.validation_id)),
    }),
    v2ResetHost: async ({ params, requestId }) => ({
      status: 200,
      body: await orTell(
        command(params, requestId, resetHost),
        failed(params, requestId, (host, error) =>
          aboutHost("host_installation_reset_failed", host, { host_name: hostName(host), error }),
        ),
      ),
    }),
    v2InstallHost: async ({ params, requestId }) => ({
      status: 202,
      body: await command(params, requestId, installHost),
    }),
    v2UpdateHostInstallerArgs: async ({ params, body, requestId }) => ({
      status: 201,
      body: await command(params, requestId, ({ host }) => updateInstallerArgs(host, body.args ?? [])),
    }),
    v2GetHostIgnition: async ({ params }) => ({ status: 200, body: { config: (await ignition(params)).config } }),
    v2UpdateHostIgnition: async ({ params, body, requestId }) => {
      const { config = "" } = body;
      await command(params, requestId, ({ host }) => {
        const outcome = updateHostIgnition(host, config);
        if (outcome.kind === "done") checkOverrides(config);
        return outcome;
      });
      return { status: 201, body: undefined };
    },
    v2DownloadHostIgnition: async ({ params }) => {
      const { name, config } = await ignition(params);
      return { status: 200, body: config, headers: { "content-disposition": attachment(name) } };
    },
  } satisfies Handlers;
}
