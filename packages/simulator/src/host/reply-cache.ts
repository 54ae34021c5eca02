import { hash } from "node:crypto";
import type { Outcome } from "../steps/outcome.ts";

const keepSeconds = 3_600;

/** An agent does not repeat itself: an answer that the service has seen is not sent again for an hour (reference host-side A5). */
export class ReplyCache {
  readonly #sent = new Map<string, { digest: string; at: number }>();

  has(stepType: string, { exitCode, output }: Outcome, now: number): boolean {
    const sent = this.#sent.get(stepType);
    return exitCode === 0 && sent !== undefined && now - sent.at < keepSeconds && sent.digest === digestOf(output);
  }

  /** Called when the service has taken the answer. Digests, because thousands of machines would keep all they ever said. */
  remember(stepType: string, { exitCode, output }: Outcome, now: number): void {
    if (exitCode === 0) this.#sent.set(stepType, { digest: digestOf(output), at: now });
  }

  clear(): void {
    this.#sent.clear();
  }
}

const digestOf = (output: string): string => hash("sha1", output);
