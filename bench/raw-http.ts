// The cheapest HTTP client that keeps its connection: on two cores, a comfortable one would measure itself.
import { connect, type Socket } from "node:net";

export type Answer = Readonly<{ status: number; body: string }>;

export function requestBytes(method: string, path: string, body?: string): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nhost: bench\r\n`;
  return Buffer.from(
    body === undefined
      ? `${head}\r\n`
      : `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

export class RawConnection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #received = 0;
  /** How much must be there before it is worth looking. */
  #needed = 0;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk) => {
      this.#chunks.push(chunk);
      this.#received += chunk.length;
      if (this.#received >= this.#needed) this.#read();
    });
    this.#socket.on("error", (error) => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("the connection was closed")));
  }

  request(method: string, path: string, body?: string): Promise<Answer> {
    return this.send(requestBytes(method, path, body));
  }

  /** A request that was made before: machines repeat themselves. */
  send(bytes: Buffer): Promise<Answer> {
    this.#socket.write(bytes);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #read(): void {
    const [first] = this.#chunks;
    const buffer = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [buffer];
    const end = buffer.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = buffer.toString("latin1", 0, end);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    this.#needed = end + 4 + length;
    if (buffer.length < this.#needed) return;
    const body = buffer.toString("utf8", end + 4, this.#needed);
    const rest = buffer.subarray(this.#needed);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#received = rest.length;
    this.#needed = 0;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}
