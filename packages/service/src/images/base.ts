import { type LiveIso, minimalIso, openLiveIso, type Source } from "@muster/iso";

let count = 0;

/** The live image that images are made over: opened once, and kept open while anybody reads from it. */
export class Base {
  /** Tells openings apart, also those of the same file: an image reads from the one it was made over. */
  readonly serial = ++count;
  readonly live: LiveIso;
  readonly modifiedAt: number;
  readonly isSample: boolean;
  readonly #close: () => Promise<void>;
  #holds = 0;
  #isRetired = false;
  #minimal: { url: string; live: Promise<LiveIso> } | undefined;

  private constructor(live: LiveIso, facts: BaseFacts) {
    this.live = live;
    this.modifiedAt = facts.modifiedAt;
    this.isSample = facts.isSample ?? false;
    this.#close = facts.close ?? (async () => {});
  }

  static async open(source: Source, facts: BaseFacts): Promise<Base> {
    try {
      return new Base(await openLiveIso(source), facts);
    } catch (error) {
      await facts.close?.();
      throw error;
    }
  }

  get isInUse(): boolean {
    return this.#holds > 0;
  }

  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Keeps it readable until the result is called, once or more. */
  hold(): () => void {
    this.#holds++;
    let held = true;
    return () => {
      if (held) this.#holds--;
      held = false;
      this.#closeIfUnused();
    };
  }

  /** It is not used for new images any more; its file is closed when the last one is sent. */
  retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#closeIfUnused();
  }

  /** The same without its root filesystem. */
  minimal(rootfsUrl: string): Promise<LiveIso> {
    if (this.#minimal?.url !== rootfsUrl) {
      const live = minimalIso(this.live, { rootfsUrl }).then(openLiveIso);
      this.#minimal = { url: rootfsUrl, live };
    }
    return this.#minimal.live;
  }

  #closeIfUnused(): void {
    if (!this.#isRetired || this.#holds > 0) return;
    this.#holds = Number.POSITIVE_INFINITY;
    this.#close().catch(() => {});
  }
}

type BaseFacts = Readonly<{ modifiedAt: number; isSample?: boolean; close?: () => Promise<void> }>;
