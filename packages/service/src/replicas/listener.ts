// The connection on which a replica hears the others. One that broke without a word looks like silence, so the replica
// listens for itself, too.
import { Socket } from "node:net";
import pg from "pg";
import { channel } from "./news.ts";

type Options = Readonly<{
  connectionString: string;
  /** What this replica says regularly. */
  echo: string;
  heard: (payload: string) => void;
  /** Connected again: something may have been said meanwhile. */
  missed: () => void;
}>;

const reconnectAfterMs = 500;
const mostUnheard = 3;

export class Listener {
  readonly #options: Options;
  #socket: Socket | null = null;
  #unheard = 0;
  #reconnecting: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
      stream: () => socket,
    });
    client.on("error", () => {});
    client.on("notification", ({ payload = "" }) => {
      if (payload === this.#options.echo) this.#unheard = 0;
      else this.#options.heard(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    // Not before: a connection that was never made ends, too, and each attempt would lead to two more.
    client.on("end", () => this.#openAgain());
    this.#socket = socket;
    this.#unheard = 0;
    if (this.#stopped) socket.destroy();
  }

  /** The echo was sent: it should be heard by the time that the next ones are. */
  said(): void {
    this.#unheard += 1;
    if (this.#unheard > mostUnheard) this.#socket?.destroy();
  }

  close(): void {
    this.#stopped = true;
    if (this.#reconnecting) clearTimeout(this.#reconnecting);
    this.#socket?.destroy();
  }

  #openAgain(): void {
    this.#socket = null;
    if (this.#stopped) return;
    this.#reconnecting = setTimeout(() => {
      this.open().then(
        () => this.#options.missed(),
        () => this.#openAgain(),
      );
    }, reconnectAfterMs);
    this.#reconnecting.unref();
  }
}
