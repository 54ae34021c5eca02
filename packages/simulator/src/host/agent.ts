// The agent on a live image: registers, asks what to do, does it, and says how it went (reference host-side A3, A5).
import {
  ApiError,
  type HostRegistrationResponse,
  NextStepCmdRequest,
  type Step,
  type StepReply,
  type Steps,
} from "@muster/contract";
import { blockForever, type Clock, wait } from "../clock.ts";
import { readRequest } from "../steps/answer.ts";
import { exitCodes, failed, type Outcome } from "../steps/outcome.ts";
import { Backoff } from "./backoff.ts";
import type { Behaviour } from "./behaviour.ts";
import type { HostLink } from "./host-link.ts";
import { ReplyCache } from "./reply-cache.ts";

export type AgentOptions = Readonly<{
  link: HostLink;
  clock: Clock;
  random: () => number;
  behaviour: Behaviour;
  agentVersion: string;
  /** Runs one step to its end. */
  perform: (step: Step, signal: AbortSignal) => Promise<Outcome>;
  enter: (state: "registering" | "polling" | "frozen") => void;
  /** Told of whatever should not happen between an agent and a service that understand each other. */
  trouble: (sentence: string) => void;
}>;

const hour = 3_600;
const registerEvery = 60;
/** No answer to a registration will change these (reference host-side A3). */
const final = new Set([401, 403, 404, 409]);

export class Agent {
  readonly #options: AgentOptions;
  readonly #cache = new ReplyCache();
  /** The version that the service wants to talk to, from the registration on. */
  #runnerVersion: string;
  readonly #working = new Set<Promise<void>>();
  #wake: () => void = () => {};
  #upgraded = false;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#runnerVersion = options.agentVersion;
  }

  async run(signal: AbortSignal): Promise<never> {
    for (;;) {
      await this.register(signal);
      await this.followInstructions(signal);
    }
  }

  /** Ends the pause before the next poll. */
  pollNow(): void {
    this.#wake();
  }

  async register(signal: AbortSignal): Promise<void> {
    const { clock, enter } = this.#options;
    for (;;) {
      enter("registering");
      const registered = await this.#attempt(() => this.#registerAtOnce(signal), signal);
      if (registered.kind === "failed") {
        if (final.has(registered.status)) await this.#freeze(signal);
        await wait(clock, registerEvery, signal);
        continue;
      }
      const started = this.#startRunner(registered.value);
      if (started === null) return;
      await wait(clock, started.retryAfter, signal);
    }
  }

  /** As often as this agent does it; the answers are all the same. */
  async #registerAtOnce(signal: AbortSignal): Promise<HostRegistrationResponse> {
    const { link, agentVersion, behaviour } = this.#options;
    const register = () => link.register(agentVersion, signal);
    const others = Array.from({ length: (behaviour.registrations ?? 1) - 1 }, register);
    const [answer] = await Promise.all([register(), ...others]);
    return answer;
  }

  /** Asks once, and starts what was asked for. The caller decides whether to wait for the replies. */
  async poll(signal: AbortSignal): Promise<{ steps: Steps; replies: readonly Promise<void>[] }> {
    const steps = await this.#options.link.nextSteps(this.#runnerVersion, signal);
    const replies = (steps.instructions ?? []).map((step) => this.#start(step, signal));
    return { steps, replies };
  }

  /** Resolves when no step runs and no reply is on its way. */
  async settled(): Promise<void> {
    await Promise.all(this.#working);
  }

  #start(step: Step, signal: AbortSignal): Promise<void> {
    const work = this.#work(step, signal).finally(() => this.#working.delete(work));
    this.#working.add(work);
    return work;
  }

  #startRunner({ next_step_runner_command: command }: HostRegistrationResponse): null | { retryAfter: number } {
    if (!command) return { retryAfter: hour };
    const request = readRequest(NextStepCmdRequest, command.args ?? []);
    if (request.kind === "valid") {
      this.#runnerVersion = request.value.agent_version;
      // It is a new process: what the one before had said is forgotten.
      this.#cache.clear();
      return null;
    }
    this.#options.trouble(`the registration was answered with a runner that cannot start: ${request.outcome.error}`);
    return { retryAfter: command.retry_seconds || hour };
  }

  /** Polls until told to stop, or until the service has not answered for too long. */
  async followInstructions(signal: AbortSignal): Promise<void> {
    const { clock, random, enter } = this.#options;
    const patience = new Backoff(clock, random);
    enter("polling");
    for (;;) {
      const polled = await this.#attempt(() => this.poll(signal), signal);
      if (polled.kind === "failed") {
        this.#cache.clear();
        if (polled.status === 404) await this.#freeze(signal);
        const pause = patience.next();
        if (pause === null) return;
        await wait(clock, pause, signal);
        continue;
      }
      patience.reset();
      const { next_instruction_seconds: seconds = registerEvery, post_step_action: then } = polled.value.steps;
      await this.#pause(seconds, signal);
      if (then === "exit" || this.#upgraded) {
        this.#upgraded = false;
        return;
      }
    }
  }

  #pause(seconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const end = (done: () => void) => {
        cancel();
        signal.removeEventListener("abort", stop);
        done();
      };
      const stop = () => end(() => reject(signal.reason));
      const cancel = this.#options.clock.after(seconds, () => end(resolve));
      signal.addEventListener("abort", stop, { once: true });
      this.#wake = () => end(resolve);
    });
  }

  async #freeze(signal: AbortSignal): Promise<never> {
    this.#options.enter("frozen");
    return blockForever(signal);
  }

  async #attempt<Value>(
    call: () => Promise<Value>,
    signal: AbortSignal,
  ): Promise<{ kind: "done"; value: Value } | { kind: "failed"; status: number }> {
    try {
      return { kind: "done", value: await call() };
    } catch (error) {
      signal.throwIfAborted();
      return { kind: "failed", status: error instanceof ApiError ? error.status : 0 };
    }
  }

  /** Never rejects: whatever goes wrong with one step is not the business of the others. */
  async #work(step: Step, signal: AbortSignal): Promise<void> {
    const { behaviour, perform, clock, trouble } = this.#options;
    const type = step.step_type ?? "execute";
    try {
      const outcome =
        behaviour.hasMedia?.() === false
          ? failed("the discovery image cannot be read any more", exitCodes.mediaDisconnected)
          : await perform(step, signal);
      if (!behaviour.repeatsItself && this.#cache.has(type, outcome, clock.seconds())) return;
      const post = (reply: StepReply) => this.#options.link.reply(reply, this.#runnerVersion, signal);
      const pause = (seconds: number) => wait(clock, seconds, signal);
      await (behaviour.deliver ?? deliverOnce)(replyTo(step, outcome), post, pause);
      this.#cache.remember(type, outcome, clock.seconds());
      if (type === "upgrade-agent" && outcome.output.includes('"success"')) {
        this.#upgraded = true;
        this.#wake();
      }
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) trouble(`the reply to ${type} was refused: ${error.reason}`);
    }
  }
}

const deliverOnce: NonNullable<Behaviour["deliver"]> = (reply, post) => post(reply);

/** Empty fields stay away: a missing exit code means that all went well (reference host-side G10). */
function replyTo({ step_type, step_id }: Step, { exitCode, output, error }: Outcome): StepReply {
  return {
    ...(step_type === undefined ? {} : { step_type }),
    ...(step_id === undefined ? {} : { step_id }),
    ...(exitCode === 0 ? {} : { exit_code: exitCode }),
    ...(output === "" ? {} : { output }),
    ...(error === "" ? {} : { error }),
  };
}
