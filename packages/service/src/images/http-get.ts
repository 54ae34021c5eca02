// GET and HEAD as live images need them: redirects, a certificate authority of one's own, proxies, and no secrets in messages.
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { DownloadError } from "./download-error.ts";

export type HttpOptions = Readonly<{
  /** Sent to the server of the URL, not to those that it redirects to. */
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  ca?: string;
  insecure?: boolean;
}>;

type Asked = Readonly<{
  method: "GET" | "HEAD";
  headers?: Readonly<Record<string, string>>;
  timeout: number;
  signal?: AbortSignal | undefined;
}>;

const mostRedirects = 5;

/** The answer with its headers; its body is the caller's to read or to destroy. */
export async function httpGet(address: string, asked: Asked, options: HttpOptions = {}): Promise<IncomingMessage> {
  const first = new URL(address);
  for (const [name, value] of Object.entries(options.query ?? {})) first.searchParams.set(name, value);
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const own = url.origin === first.origin ? options.headers : {};
    const headers = { "accept-encoding": "identity", "user-agent": "muster", ...own, ...asked.headers };
    const response = await ask(url, { ...asked, headers }, options);
    const { statusCode: status = 0, headers: answered } = response;
    if (status < 300 || status >= 400 || answered.location === undefined) return response;
    response.destroy();
    const next = URL.canParse(answered.location, url.href) ? new URL(answered.location, url) : null;
    if (next?.protocol !== "http:" && next?.protocol !== "https:") {
      throw new DownloadError("refused", `${shown(address)} redirects to an address that is neither http nor https`);
    }
    url = next;
  }
  throw new DownloadError("refused", `${shown(address)} redirects more than ${mostRedirects} times`);
}

function ask(url: URL, asked: Asked, { ca, insecure }: HttpOptions): Promise<IncomingMessage> {
  const tls = { ...(ca !== undefined && { ca }), ...(insecure && { rejectUnauthorized: false }) };
  const isSecure = url.protocol === "https:";
  const agent = isSecure ? new HttpsAgent({ ...tls, proxyEnv: process.env }) : new HttpAgent({ proxyEnv: process.env });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, headers, timeout, signal } = asked;
  const send = isSecure ? requestHttps : requestHttp;
  const request = send(url, { method, headers, agent, ...(signal && { signal }) }, (response) => {
    clearTimeout(timer);
    resolve(response);
  });
  const timer = setTimeout(
    () => request.destroy(new Error(`no answer within ${Math.round(timeout / 1000)} s`)),
    timeout,
  );
  request.once("error", (error: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    reject(new DownloadError("unreachable", `${shown(url.href)} does not answer (${reasonOf(error)})`, error));
  });
  request.end();
  return promise;
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is unknown here",
  EAI_AGAIN: "no name server answers",
  ECONNREFUSED: "nothing listens there",
  ENETUNREACH: "there is no route to it",
  EHOSTUNREACH: "there is no route to it",
};

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string => reasons[code ?? ""] ?? (message || code || "");

/** Without user, password and query: they may be secrets. */
export function shown(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
