import { effectiveRole, type Host } from "@muster/core";
import type { Root } from "../aggregates/aggregate.ts";
import type { Step } from "./commits.ts";
import type { Instruments } from "./instruments.ts";

// Machines name the images: a list that grows for ever would not be a metric.
const mostImages = 200;

/** What machines report while they are prepared and installed. */
export class HostWatch {
  readonly #instruments: Instruments;
  readonly #images = new Set<string>();

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
  }

  look({ before, after }: Step<Root>): void {
    for (const [id, host] of after.hosts) {
      const was = before.hosts.get(id);
      if (!was || was === host) continue;
      if (was.progress !== host.progress || was.status !== host.status) this.#lookAtStage(was, host);
      if (was.disksInfo !== host.disksInfo) this.#lookAtDisks(was, host);
      if (was.imagesStatus !== host.imagesStatus) this.#lookAtImages(was, host);
    }
  }

  #lookAtStage(was: Host, host: Host): void {
    const { stage: phase, stageStartedAt: started } = was.progress;
    if (phase === null || phase === "Done" || phase === "Failed" || started === null || was.status === "error") return;
    const hasFailed = host.status === "error";
    const left = host.progress.stage !== phase ? host.progress.stageStartedAt : null;
    // Without a stage it begins anew: nobody saw how the old one ended.
    const ended = left ?? (hasFailed ? host.statusUpdatedAt : null);
    if (ended === null) return;
    this.#instruments.observe(
      "service_assisted_installer_host_installation_phase_seconds",
      { phase, result: hasFailed ? "error" : "success" },
      (ended - started) / 1_000,
    );
  }

  #lookAtDisks(was: Host, host: Host): void {
    for (const [id, { path, diskSpeed }] of Object.entries(host.disksInfo)) {
      if (was.disksInfo[id]?.diskSpeed === diskSpeed || !diskSpeed?.tested || diskSpeed.exitCode !== 0) continue;
      const disk = host.inventory?.disks?.find((one) => one.id === id || one.path === path);
      this.#instruments.observe(
        "service_assisted_installer_cluster_host_disk_sync_duration_ms",
        { diskType: disk?.driveType ?? "Unknown", role: effectiveRole(host) },
        diskSpeed.speedMs ?? 0,
      );
    }
  }

  #lookAtImages(was: Host, host: Host): void {
    for (const [name, status] of Object.entries(host.imagesStatus)) {
      if (was.imagesStatus[name] === status || status.result === undefined) continue;
      this.#instruments.count("service_assisted_installer_cluster_image_pull_status", {
        imageName: this.#nameOf(name),
        result: status.result,
      });
    }
  }

  #nameOf(image: string): string {
    if (this.#images.has(image)) return image;
    if (this.#images.size >= mostImages) return "other";
    this.#images.add(image);
    return image;
  }
}
