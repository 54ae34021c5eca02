import type { Step } from "@muster/contract";
import { wait } from "../clock.ts";
import type { Site } from "../site/site.ts";
import { observations } from "../steps/observations.ts";
import { failed, type Outcome, succeeded } from "../steps/outcome.ts";
import type { Scene } from "../steps/scene.ts";
import { actions, type Hands } from "./actions.ts";
import type { Behaviour } from "./behaviour.ts";

type RunnerOptions = Readonly<{
  site: Site;
  hands: Hands;
  behaviour: Behaviour;
  trouble: (sentence: string) => void;
}>;

/** While one of these runs, being asked again is answered with nothing (reference host-side G7). */
const oneAtATime = new Set([
  "free-network-addresses",
  "installation-disk-speed-check",
  "container-image-availability",
  "upgrade-agent",
]);

/** Does what a step says, in the time that it takes. */
export class StepRunner {
  readonly #options: RunnerOptions;
  readonly #scene: Scene;
  readonly #running = new Set<string>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { site, hands } = options;
    this.#scene = { machine: hands.machine, lan: site.lan, resolve: site.resolve };
  }

  async perform({ step_type: type, args = [] }: Step, signal: AbortSignal): Promise<Outcome> {
    if (type === undefined) return failed("the step has no type");
    if (this.#running.has(type)) return succeeded();
    const usual = () => this.#usual(type, args, signal);
    const twist = this.#options.behaviour.steps?.[type];
    if (oneAtATime.has(type)) this.#running.add(type);
    try {
      return await (twist ? twist(usual, { args, scene: this.#scene }) : usual());
    } finally {
      this.#running.delete(type);
    }
  }

  async #usual(type: NonNullable<Step["step_type"]>, args: readonly string[], signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.#answer(type, args, signal);
    // Machines do as they are told: when one cannot, what it was told was wrong.
    if (outcome.exitCode === -1) this.#options.trouble(`${type} could not be done: ${outcome.error}`);
    return outcome;
  }

  async #answer(type: NonNullable<Step["step_type"]>, args: readonly string[], signal: AbortSignal): Promise<Outcome> {
    const { site, hands } = this.#options;
    const observation = observations[type];
    if (observation) {
      await wait(site.clock, observation.seconds, signal);
      return observation.answer(args, this.#scene);
    }
    const action = actions[type];
    return action ? action(args, hands, signal) : failed(`no action is known for step type ${type}`);
  }
}
