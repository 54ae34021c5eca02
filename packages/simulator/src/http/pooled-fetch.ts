// fetch over a fixed number of connections that stay open: thousands of machines share them, as they would share a proxy.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { buffer } from "node:stream/consumers";

export type PooledFetch = typeof fetch & { close(): void };

type PoolOptions = Readonly<{
  connections?: number;
  timeoutSeconds?: number;
  /** Certificate authorities in PEM form, in place of the usual ones. */
  ca?: string;
}>;

type Outgoing = Readonly<{ url: URL; method: string; headers: Record<string, string>; body: Buffer | null }>;

export function pooledFetch({ connections = 64, timeoutSeconds = 60, ca }: PoolOptions = {}): PooledFetch {
  const options = { keepAlive: true, maxSockets: connections, timeout: timeoutSeconds * 1000 };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent({ ...options, ...(ca ? { ca } : {}) }) };

  async function send(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Response> {
    const answer = await exchange(outgoing, agents, signal);
    const bytes = await buffer(answer);
    const headers = new Headers();
    for (const [name, values] of Object.entries(answer.headersDistinct)) {
      for (const value of values ?? []) headers.append(name, value);
    }
    const status = answer.statusCode ?? 0;
    return new Response(status === 204 || status === 304 ? null : bytes, { status, headers });
  }

  const pooled = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const outgoing = await outgoingOf(input instanceof Request ? input.url : input, init);
    return send(outgoing, init.signal ?? undefined);
  };
  const close = () => {
    agents.http.destroy();
    agents.https.destroy();
  };
  return Object.assign(pooled, { close });
}

async function outgoingOf(input: string | URL, init: RequestInit): Promise<Outgoing> {
  const headers = Object.fromEntries(new Headers(init.headers));
  const { body } = init;
  const url = new URL(input);
  const method = init.method ?? "GET";
  if (body === undefined || body === null) return { url, method, headers, body: null };
  if (typeof body === "string") return { url, method, headers, body: Buffer.from(body) };
  // A form becomes bytes, and tells where its parts end.
  const encoded = new Response(body);
  const type = encoded.headers.get("content-type");
  return {
    url,
    method,
    headers: type ? { ...headers, "content-type": type } : headers,
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

type Agents = Readonly<{ http: HttpAgent; https: HttpsAgent }>;

function exchange(outgoing: Outgoing, agents: Agents, signal: AbortSignal | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { url, method, headers, body } = outgoing;
    const isHttps = url.protocol === "https:";
    const options = {
      method,
      headers: { ...headers, ...(body ? { "content-length": String(body.length) } : {}) },
      agent: isHttps ? agents.https : agents.http,
      ...(signal ? { signal } : {}),
    };
    const request = isHttps ? httpsRequest(url, options) : httpRequest(url, options);
    request.on("response", resolve);
    request.on("timeout", () => request.destroy(new Error("the service took too long to answer")));
    request.on("error", (error: NodeJS.ErrnoException) => {
      // A server may close a connection at the moment when it is used again; nothing was lost.
      const isStale = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (isStale && !signal?.aborted) resolve(exchange(outgoing, agents, signal));
      else reject(error);
    });
    request.end(body ?? undefined);
  });
}
