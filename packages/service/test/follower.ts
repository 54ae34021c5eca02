import { type Client, type FeedMessage, type FollowOptions, followFeed } from "@muster/contract";

/** Follows the feed in the background; `next` waits for a message that fits. */
export class Follower {
  readonly messages: FeedMessage[] = [];
  readonly #abort = new AbortController();
  readonly #waiting = new Set<() => void>();
  readonly done: Promise<void>;

  constructor(client: Client, options: FollowOptions = {}) {
    this.done = this.#run(client, options);
  }

  async #run(client: Client, options: FollowOptions): Promise<void> {
    for await (const message of followFeed(client, { retryMs: 20, ...options, signal: this.#abort.signal })) {
      this.messages.push(message);
      for (const look of this.#waiting) look();
    }
  }

  next(fits: (message: FeedMessage) => boolean): Promise<FeedMessage> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.messages.find(fits);
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  opened = () => this.next(({ type }) => type === "open");

  async stop(): Promise<FeedMessage[]> {
    this.#abort.abort();
    await this.done;
    return this.messages;
  }
}

/** Connected: what is done from now on is told. */
export async function follow(client: Client, options: FollowOptions = {}): Promise<Follower> {
  const follower = new Follower(client, options);
  await follower.opened();
  return follower;
}

export const isCluster = (name: string) => (message: FeedMessage) =>
  message.type === "cluster" && message.cluster.name === name;
export const isHost = (id: string) => (message: FeedMessage) => message.type === "host" && message.id === id;

export const positionsOf = (messages: readonly FeedMessage[]) =>
  messages.flatMap((message) => ("position" in message && message.type !== "open" ? [message.position] : []));
