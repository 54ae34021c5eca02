// When time alone could change a cluster or pool next. Each has one owner among the replicas, who wakes it.
import type { Instant } from "@muster/core";
import { Deadlines } from "../refresh/deadlines.ts";
import type { Replicas } from "../replicas/replicas.ts";
import type { Wake } from "../store/reader.ts";

type Options = Readonly<{
  now: () => Instant;
  replicas: Pick<Replicas, "owns">;
  stored: () => Promise<readonly Wake[]>;
  due: (kind: Wake["kind"], id: string) => void;
}>;

export class Wakes {
  readonly #options: Options;
  readonly #deadlines: Deadlines;

  constructor(options: Options) {
    this.#options = options;
    this.#deadlines = new Deadlines(options.now, (key) => {
      const [kind, id = ""] = key.split(":");
      options.due(kind === "cluster" ? kind : "pool", id);
    });
  }

  /**
   * Takes up what was pending when the service last stopped, or what other replicas leave to this one. What was set while
   * that was read may be newer than what is read: to wake too early costs a look, to forget one is for ever.
   */
  async takeUp(): Promise<void> {
    const { replicas, stored } = this.#options;
    const wakes = await stored();
    this.#deadlines.retain((key) => replicas.owns(key.slice(key.indexOf(":") + 1)));
    for (const { kind, id, at } of wakes) if (replicas.owns(id)) this.#deadlines.sooner(`${kind}:${id}`, at);
  }

  set(kind: Wake["kind"], id: string, at: Instant | null): void {
    this.#deadlines.set(`${kind}:${id}`, this.#options.replicas.owns(id) ? at : null);
  }

  /** Whoever owns it: this replica could not do it, and tries again. */
  retry(kind: Wake["kind"], id: string, at: Instant): void {
    this.#deadlines.set(`${kind}:${id}`, at);
  }

  stop(): void {
    this.#deadlines.stop();
  }
}
