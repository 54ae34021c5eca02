import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";

/** The embedded database as a byte stream that a PostgreSQL client can talk to. It has one session, so one client. */
export class EmbeddedPostgres {
  readonly #directory: string;
  #worker: Worker | null = null;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Starts the worker; rejects with the reason when the directory does not hold a usable database. */
  async start(): Promise<void> {
    if (!existsSync(join(this.#directory, "PG_VERSION"))) await this.#create();
    const worker = await this.#spawn();
    // Whoever waits for an answer is told by the exit; the next connection starts another worker.
    worker.on("error", () => {});
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
  }

  async #running(): Promise<Worker> {
    if (!this.#worker) await this.start();
    if (!this.#worker) throw new Error("the embedded database has stopped");
    return this.#worker;
  }

  /** Making a new database takes 400 MB that WebAssembly never gives back: it happens in a worker that ends with it. */
  async #create(): Promise<void> {
    await close(await this.#spawn());
  }

  async #spawn(): Promise<Worker> {
    const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), {
      workerData: { directory: this.#directory },
    });
    await once(worker, "message");
    return worker;
  }

  connect(): Duplex {
    return new ProtocolStream(() => this.#running());
  }

  async stop(): Promise<void> {
    if (this.#worker) await close(this.#worker);
  }
}

async function close(worker: Worker): Promise<void> {
  const exited = once(worker, "exit");
  worker.postMessage("close");
  await exited;
}

/** What `pg` needs of a socket, over a worker's messages. */
class ProtocolStream extends Duplex {
  readonly #open: () => Promise<Worker>;
  #worker: Worker | null = null;
  readonly #receive = (bytes: Uint8Array) => this.push(bytes);
  readonly #gone = () => this.destroy(new Error("the embedded database has stopped"));

  constructor(open: () => Promise<Worker>) {
    super();
    this.#open = open;
  }

  connect(): this {
    this.#open().then(
      (worker) => {
        this.#worker = worker;
        worker.on("message", this.#receive);
        worker.on("exit", this.#gone);
        this.emit("connect");
      },
      (error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#worker?.postMessage(chunk);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker?.off("message", this.#receive);
    this.#worker?.off("exit", this.#gone);
    done(error);
  }
}
