// A cluster and its machines, played against the pure core: what a service, agents and installers would do, with plain data.

import type { Changes } from "../src/changes.ts";
import { allowAddHosts } from "../src/commands/allow-add-hosts.ts";
import { cancelInstallation, resetCluster } from "../src/commands/end-installation.ts";
import { reportFinalizingStage, reportOperator, storeIngressCertificate } from "../src/commands/finalizing.ts";
import { finishPreparation } from "../src/commands/finish-preparation.ts";
import { installCluster } from "../src/commands/install-cluster.ts";
import { installHost } from "../src/commands/install-host.ts";
import { registerHost } from "../src/commands/register-host.ts";
import { receiveReply } from "../src/commands/replies/receive.ts";
import { reportProgress } from "../src/commands/report-progress.ts";
import type { EventDraft } from "../src/events/draft.ts";
import type { Cluster } from "../src/model/cluster.ts";
import type { Host, HostStage } from "../src/model/host.ts";
import { second } from "../src/model/instant.ts";
import type { ClusterSnapshot } from "../src/model/snapshot.ts";
import { defaultPolicy, type Policy } from "../src/policy.ts";
import { stagesOf } from "../src/progress/stages.ts";
import { refreshCluster } from "../src/refresh.ts";
import type { Outcome } from "../src/refusal.ts";
import type { Reply } from "../src/steps/reply.ts";
import type { HostFacts } from "../src/validations/facts.ts";
import { aCluster, aHost, anInfraEnv, anInventory, fullMesh, id, now } from "./builders.ts";

export const allParts = ["user", "payload", "agents", "installers", "controller"] as const;
export type Part = (typeof allParts)[number];

export class World {
  now = now;
  cluster: Cluster;
  hosts: readonly Host[] = [];
  wakeAt: number | null = null;
  readonly events: EventDraft[] = [];
  readonly policy: Policy;
  readonly infraEnv = anInfraEnv({ clusterId: null });

  constructor(cluster: Partial<Cluster> = {}, policy: Partial<Policy> = {}) {
    this.cluster = aCluster({ statusUpdatedAt: now, ...cluster });
    this.policy = { ...defaultPolicy, ...policy };
  }

  get snapshot(): ClusterSnapshot {
    return { cluster: this.cluster, hosts: this.hosts, infraEnvs: [this.infraEnv] };
  }

  host(number: number): Host | undefined {
    return this.hosts.find((host) => host.id === id(number));
  }

  facts(host: Host): HostFacts {
    const { cluster, hosts, infraEnv, policy } = this;
    return { host, cluster, hosts, infraEnv, policy, now: this.now };
  }

  apply({ cluster, hosts, events }: Changes): void {
    this.cluster = { ...this.cluster, ...cluster };
    this.hosts = this.hosts.map((host) => ({ ...host, ...hosts.get(host.id) }));
    this.events.push(...events);
  }

  /** Whether it was done. What follows from it is done at once, as the service would. */
  attempt(outcome: Outcome<Changes>): boolean {
    if (outcome.kind === "refused") return false;
    this.apply(outcome.value);
    this.refresh();
    return true;
  }

  refresh(): void {
    const { wakeAt, ...changes } = refreshCluster(this.snapshot, this.policy, this.now);
    this.apply(changes);
    this.wakeAt = wakeAt;
  }

  register(number: number): boolean {
    const known = this.host(number) ?? null;
    const { infraEnv, cluster, policy } = this;
    const agentVersion = policy.agentImage;
    const outcome = registerHost({ hostId: id(number), agentVersion, infraEnv, known, cluster, policy, now: this.now });
    if (outcome.kind === "done" && outcome.value.isNew) this.hosts = [...this.hosts, outcome.value.host];
    return this.attempt(outcome);
  }

  poll(number: number): void {
    const seen = { checkedInAt: this.now, clockSeconds: this.now / second, clockReadAt: this.now };
    this.hosts = this.hosts.map((host) => (host.id === id(number) ? { ...host, ...seen } : host));
    this.refresh();
  }

  pollAll(): void {
    const seen = { checkedInAt: this.now, clockSeconds: this.now / second, clockReadAt: this.now };
    this.hosts = this.hosts.map((host) => ({ ...host, ...seen }));
    this.refresh();
  }

  reply(number: number, result: Reply): boolean {
    const host = this.host(number);
    return host !== undefined && this.attempt({ kind: "done", value: receiveReply(this.facts(host), result) });
  }

  inventory(number: number): boolean {
    return (
      this.reply(number, { kind: "inventory", inventory: anInventory(number) }) &&
      this.reply(number, { kind: "ntp-sources", sources: [{ sourceName: "ntp", sourceState: "synced" }] }) &&
      this.reply(number, {
        kind: "domain-resolutions",
        resolutions: aHost().domainNameResolutions ?? { resolutions: [] },
      })
    );
  }

  connect(): void {
    for (const { id: hostId, connectivity } of fullMesh(this.hosts.filter(({ inventory }) => inventory !== null))) {
      const host = this.hosts.find((one) => one.id === hostId);
      if (!host || connectivity === null) continue;
      this.apply(receiveReply(this.facts(host), { kind: "connectivity", report: connectivity }));
    }
    this.refresh();
  }

  progress(number: number, stage: HostStage, info = ""): boolean {
    const host = this.host(number);
    return host !== undefined && this.attempt(reportProgress(this.facts(host), { stage, info }));
  }

  nextStage(number: number): boolean {
    const host = this.host(number);
    if (!host) return false;
    const stages = stagesOf(host, this.cluster, this.policy);
    const stage = stages[host.progress.stage === null ? 0 : stages.indexOf(host.progress.stage) + 1];
    return stage !== undefined && this.progress(number, stage);
  }

  stagesToTheEnd(number: number): void {
    for (let stage = 0; stage < 12 && this.nextStage(number); stage += 1) this.pollAll();
  }

  measure(number: number): boolean {
    const path = this.host(number)?.installationDiskPath ?? "";
    return (
      this.reply(number, { kind: "disk-speed", exitCode: 0, path, syncDurationMs: 4 }) &&
      this.reply(number, {
        kind: "image-availability",
        images: [{ name: "release", result: "success", sizeBytes: 0, time: 0, downloadRate: 0 }],
      })
    );
  }

  install = (): boolean => this.attempt(installCluster(this.snapshot, this.policy, this.now));
  cancel = (): boolean => this.attempt(cancelInstallation(this.snapshot, this.policy, this.now));
  reset = (): boolean => this.attempt(resetCluster(this.snapshot, this.policy, this.now));
  addHosts = (): boolean => this.attempt(allowAddHosts(this.snapshot, this.policy, this.now));
  certificate = (): boolean => this.attempt(storeIngressCertificate(this.cluster));

  installAdded(number: number): boolean {
    const host = this.host(number);
    return host !== undefined && this.attempt(installHost(this.facts(host)));
  }

  prepare(error = ""): boolean {
    const result = error
      ? ({ kind: "failure", reason: error } as const)
      : ({ kind: "success", openshiftClusterId: id(99) } as const);
    return this.attempt(finishPreparation(this.cluster, result));
  }

  finalize(): boolean {
    const reported = this.attempt(reportFinalizingStage(this.cluster, "Waiting for cluster operators", this.now));
    for (const { name } of this.cluster.monitoredOperators) {
      this.attempt(reportOperator(this.cluster, { name, status: "available", statusInfo: "", version: "" }, this.now));
    }
    return reported && this.certificate();
  }

  wait(duration: number): void {
    this.now += duration;
    this.refresh();
  }

  /** The service takes a host that left the cluster, or was removed, out of its snapshot. */
  remove(number: number, command: (facts: HostFacts) => Outcome<Changes>): boolean {
    const host = this.host(number);
    if (!host) return false;
    const outcome = command(this.facts(host));
    if (outcome.kind === "refused") return false;
    this.apply(outcome.value);
    this.hosts = this.hosts.filter((one) => one.id !== host.id);
    this.refresh();
    return true;
  }

  /** One round of what usually happens next; `parts` says who takes part. */
  goOn(machines: readonly number[], parts: readonly Part[] = allParts): void {
    this.now += 5 * second;
    this.pollAll();
    for (const number of machines) {
      const host = this.host(number);
      if (!host || host.status === "resetting-pending-user-action") this.register(number);
      else if (host.inventory === null) this.inventory(number);
    }
    this.connect();
    if (parts.includes("user") && this.cluster.status === "ready") this.install();
    if (parts.includes("payload") && this.cluster.status === "preparing-for-installation") this.prepare();
    for (const number of machines) {
      const status = this.host(number)?.status;
      if (parts.includes("agents") && status === "preparing-for-installation") this.measure(number);
      if (parts.includes("installers") && status?.startsWith("installing")) this.nextStage(number);
    }
    if (parts.includes("controller") && this.cluster.status === "finalizing") this.finalize();
  }
}
