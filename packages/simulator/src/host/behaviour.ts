import type { HostStage, StepReply, StepType } from "@muster/contract";
import type { Outcome } from "../steps/outcome.ts";
import type { Scene } from "../steps/scene.ts";

/** What becomes of an installation when it reaches a stage. */
export type StageFate =
  | Readonly<{ kind: "fails"; reason: string }>
  | Readonly<{ kind: "hangs" }>
  | Readonly<{ kind: "loses-power" }>
  | Readonly<{ kind: "takes-longer"; seconds: number }>;

export type StepTwist = (
  usual: () => Promise<Outcome>,
  about: Readonly<{ args: readonly string[]; scene: Scene }>,
) => Outcome | Promise<Outcome>;

/** Where a machine starts from: the image that the service made, the disk that was installed, or nothing at all. */
export type BootSource = "discovery-image" | "disk" | "nothing";

/** In what a machine differs from one that does everything right. */
export type Behaviour = Readonly<{
  /** Answers to steps; each may ask for the usual one and change it. */
  steps?: Readonly<Partial<Record<StepType, StepTwist>>>;
  atStage?: (stage: HostStage) => StageFate | null;
  /** What it starts from after its disk was written. */
  afterInstall?: BootSource;
  /** How replies reach the service: more than once, late, or never. */
  deliver?: (
    reply: StepReply,
    post: (reply: StepReply) => Promise<void>,
    pause: (seconds: number) => Promise<void>,
  ) => Promise<void>;
  /** How many times at once the agent registers; once unless said otherwise. */
  registrations?: number;
  /** Sends every answer, also those that the service has seen: for load, real agents do not. */
  repeatsItself?: boolean;
  /** Whether the network is there, so many seconds after the machine was started. */
  isOnline?: (seconds: number) => boolean;
  /** Whether the discovery image can still be read. */
  hasMedia?: () => boolean;
  /** A discovery image that brings the release along has it copied to the disk. */
  copiesRegistry?: boolean;
  /** In steps of how many per cent the writing of the disk is reported; 5 as installers do. */
  writeStep?: number;
}>;

/** Several behaviours in one; where two say something about the same thing, the later one wins. */
export function combine(...behaviours: readonly Behaviour[]): Behaviour {
  const steps = Object.assign({}, ...behaviours.map((behaviour) => behaviour.steps));
  const fates = behaviours.flatMap(({ atStage }) => atStage ?? []).reverse();
  const atStage = (stage: HostStage) => {
    for (const fateAt of fates) {
      const fate = fateAt(stage);
      if (fate) return fate;
    }
    return null;
  };
  return Object.assign({}, ...behaviours, { steps, atStage });
}
