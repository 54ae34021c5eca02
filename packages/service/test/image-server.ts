// A web server for live images that can be slow, cut connections, forget and change.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type ImageServer = {
  readonly url: string;
  readonly requests: readonly Readonly<{ method: string; path: string; range: string | undefined }>[];
  bytes: Buffer;
  etag: string;
  /** Cuts the connection after so many bytes, as often as there are numbers. */
  cuts: number[];
  /** Whether it says how much will come. */
  tellsLength: boolean;
  /** Answers with these instead. */
  status: number;
  /** No answer ends before this settles. */
  gate: Promise<unknown>;
  close(): Promise<void>;
};

export async function imageServer(bytes: Buffer): Promise<ImageServer> {
  const requests: { method: string; path: string; range: string | undefined }[] = [];
  const server: Server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, range: headers.range });
    if (state.status !== 200) return void response.writeHead(state.status).end();
    const start = startOf(request, state.etag);
    const rest = state.bytes.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      etag: state.etag,
      ...(state.tellsLength && { "content-length": rest.length }),
      ...(start > 0 && { "content-range": `bytes ${start}-${state.bytes.length - 1}/${state.bytes.length}` }),
    });
    if (method === "HEAD") return void response.end();
    const cut = state.cuts.shift();
    if (cut !== undefined) {
      response.write(rest.subarray(0, cut), () => request.socket.destroySoon());
      return;
    }
    response.write(rest.subarray(0, 1_000));
    await state.gate;
    response.end(rest.subarray(1_000));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const state: ImageServer = {
    url: `http://127.0.0.1:${port}/live.iso`,
    requests,
    bytes,
    etag: '"one"',
    cuts: [],
    tellsLength: true,
    status: 200,
    gate: Promise.resolve(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return state;
}

/** Only for a client that has the same file. */
function startOf({ headers }: IncomingMessage, etag: string): number {
  if (headers["if-range"] !== undefined && headers["if-range"] !== etag) return 0;
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
}
