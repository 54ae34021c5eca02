import type { BootSource } from "./behaviour.ts";

/** Why everything that runs on a machine ends at once. */
export class PowerLoss extends Error {
  override readonly name = "PowerLoss";
}

export class Reboot extends PowerLoss {
  readonly into: BootSource;

  constructor(into: BootSource) {
    super(`the machine reboots into ${into}`);
    this.into = into;
  }
}
