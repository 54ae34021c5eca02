import { Agent as HttpAgent, get as httpGet, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, get as httpsGet } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates } from "node:tls";
import type { ProxySettings } from "../config.ts";

export type Network = Readonly<{
  proxy: ProxySettings;
  /** PEM, beside those that the system trusts. */
  authorities: readonly string[];
  /** For the first byte of an answer, and for all attempts together. */
  headerSeconds: number;
  totalSeconds: number;
  /** How attempts wait for each other. */
  wait?: (milliseconds: number) => Promise<unknown>;
}>;

export type Fetched = Readonly<{ kind: "bytes"; bytes: Buffer }> | Readonly<{ kind: "failed"; found: string }>;

type Answer = Fetched | Readonly<{ kind: "moved"; to: string }> | Readonly<{ kind: "later"; found: string }>;

const firstPause = 100;
const longestPause = 5000;
const mostRedirects = 10;

/**
 * Fetches by http or https as Ignition does: again and again while the server cannot be reached or has an error of its own,
 * with longer and longer pauses; any other answer decides. Headers of the config do not follow a redirect.
 */
export async function fetchHttp(
  url: string,
  headers: Readonly<Record<string, string>>,
  network: Network,
  limit: number,
): Promise<Fetched> {
  const { wait = pause, totalSeconds } = network;
  const agents = agentsFor(network);
  const started = performance.now();
  let waited = 0;
  let delay = firstPause;
  try {
    for (;;) {
      const spent = performance.now() - started + waited;
      const answer = await follow(url, headers, { agents, network, limit, leftMs: totalSeconds * 1000 - spent });
      if (answer.kind !== "later") return answer;
      if (spent + delay > totalSeconds * 1000) return { kind: "failed", found: answer.found };
      await wait(delay);
      waited += delay;
      delay = Math.min(delay * 2, longestPause);
    }
  } finally {
    agents.http.destroy();
    agents.https.destroy();
  }
}

type Attempt = Readonly<{ agents: Agents; network: Network; limit: number; leftMs: number }>;
type Agents = Readonly<{ http: HttpAgent; https: HttpsAgent }>;

async function follow(
  url: string,
  headers: Readonly<Record<string, string>>,
  attempt: Attempt,
): Promise<Exclude<Answer, { kind: "moved" }>> {
  let at = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await getOnce(new URL(at), redirects === 0 ? headers : {}, attempt);
    if (answer.kind !== "moved") return answer;
    if (!URL.canParse(answer.to, at) || !/^https?:$/.test(new URL(answer.to, at).protocol)) {
      return { kind: "failed", found: "a redirect to something that is not an http URL" };
    }
    at = new URL(answer.to, at).href;
  }
  return { kind: "failed", found: `more than ${mostRedirects} redirects` };
}

function getOnce(url: URL, headers: Readonly<Record<string, string>>, attempt: Attempt): Promise<Answer> {
  const { agents, network, limit, leftMs } = attempt;
  return new Promise((resolve) => {
    const isPlain = url.protocol === "http:";
    const options = {
      agent: isPlain ? agents.http : agents.https,
      headers: { "user-agent": "muster", "accept-encoding": "identity", ...headers },
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(leftMs))),
    };
    const request = isPlain ? httpGet(url, options) : httpsGet(url, options);
    const late = setTimeout(
      () => request.destroy(new Error(`no answer within ${network.headerSeconds} s`)),
      network.headerSeconds * 1000,
    );
    request.on("error", (cause) => {
      clearTimeout(late);
      resolve({ kind: "later", found: cause.name === "AbortError" ? "no whole answer in time" : cause.message });
    });
    request.on("response", (response) => {
      clearTimeout(late);
      resolve(receive(response, limit).catch((cause: Error) => ({ kind: "later", found: cause.message })));
    });
  });
}

async function receive(response: IncomingMessage, limit: number): Promise<Answer> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) response.destroy();
  if (statusCode >= 500) return { kind: "later", found: `status ${statusCode}` };
  if (statusCode >= 300 && statusCode < 400 && headers.location) return { kind: "moved", to: headers.location };
  if (statusCode !== 200) return { kind: "failed", found: `status ${statusCode}` };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > limit) return { kind: "failed", found: `more than ${limit} bytes` };
    chunks.push(chunk);
  }
  return { kind: "bytes", bytes: Buffer.concat(chunks) };
}

function agentsFor({ proxy, authorities }: Network): Agents {
  // An http proxy serves https too, where there is none for it.
  const httpsProxy = proxy.httpsProxy ?? proxy.httpProxy;
  const proxyEnv = {
    ...(proxy.httpProxy && { HTTP_PROXY: proxy.httpProxy }),
    ...(httpsProxy && { HTTPS_PROXY: httpsProxy }),
    NO_PROXY: (proxy.noProxy ?? []).join(),
  };
  const ca = authorities.length > 0 ? { ca: [...getCACertificates("default"), ...authorities] } : {};
  return { http: new HttpAgent({ proxyEnv }), https: new HttpsAgent({ proxyEnv, ...ca }) };
}
