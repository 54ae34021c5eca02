// Calls the operations of the route table. Global fetch only: the same client runs in Node and in a browser.
import { ApiError, ConnectionError } from "./client-error.ts";
import {
  type BodyOf,
  type OperationId,
  type ParamsOf,
  type Routes,
  routes,
  type SuccessOf,
  type WrittenHeadersOf,
  type WrittenQueryOf,
} from "./routes/registry.ts";
import { fillPath, type Route } from "./routes/route.ts";

type Nothing = Record<never, never>;
/** A part of a call that may be left out when nothing in it is required. */
type Part<Name extends string, Value> = Nothing extends Value
  ? { [Key in Name]?: Value | undefined }
  : { [Key in Name]: Value };

/** What the caller writes as a body: for uploads a file, otherwise the model. */
type WrittenBody<Id extends OperationId> = Routes[Id]["bodyType"] extends "multipart" ? { upfile: Blob } : BodyOf<Id>;

export type Call<Id extends OperationId> = Part<"params", ParamsOf<Id>> &
  Part<"query", WrittenQueryOf<Id>> &
  Part<"headers", WrittenHeadersOf<Id>> &
  (undefined extends WrittenBody<Id> ? { body?: undefined } : { body: WrittenBody<Id> }) & {
    signal?: AbortSignal | undefined;
  };

/** JSON answers are parsed; downloads and streams come as a `Response`, to be read or saved; text comes as text. */
export type Answer<Id extends OperationId> = Routes[Id]["responseType"] extends "octet-stream" | "event-stream"
  ? Response
  : Routes[Id]["responseType"] extends "json"
    ? SuccessOf<Id>
    : string;

type CallArguments<Id extends OperationId> = Nothing extends Call<Id> ? [call?: Call<Id>] : [call: Call<Id>];

export type Client = {
  /** The body of a successful answer. Throws ApiError when the service refuses, ConnectionError when none answers. */
  call<Id extends OperationId>(id: Id, ...call: CallArguments<Id>): Promise<Answer<Id>>;
  /** The same with status and headers, for the few operations that answer in headers too. */
  send<Id extends OperationId>(
    id: Id,
    ...call: CallArguments<Id>
  ): Promise<{ status: number; headers: Headers; body: Answer<Id> }>;
};

type HeaderFields = Readonly<Record<string, string>>;

export type ClientOptions = {
  /** Where the service is: `http://host:8090`, with a path when it is behind one. */
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  /** Sent with every request; a function is asked each time, so that a token can be renewed. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>);
  /** Ends all calls. */
  readonly signal?: AbortSignal;
};

export function createClient(options: ClientOptions): Client {
  async function send(id: OperationId, call: AnyCall = {}) {
    const route = routes[id];
    const response = await request(options, route, call);
    return { status: response.status, headers: response.headers, body: await bodyOf(route, response) };
  }
  // Client's types are read off the route table, as is everything done here; the compiler cannot see that they agree.
  return { send, call: async (id: OperationId, call?: AnyCall) => (await send(id, call)).body } as Client;
}

type AnyCall = {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
};

async function request(options: ClientOptions, route: Route, call: AnyCall): Promise<Response> {
  const url = `${options.baseUrl.replace(/\/+$/, "")}${fillPath(route.path, call.params ?? {})}${queryString(call.query)}`;
  const signals = [options.signal, call.signal].filter((signal) => signal !== undefined);
  const init: RequestInit = {
    method: route.method,
    headers: await headersOf(options, route, call),
    ...(call.body === undefined ? {} : { body: encodeBody(route, call.body) }),
    ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
  };
  const response = await (options.fetch ?? fetch)(url, init).catch((cause: unknown) => {
    if (signals.some((signal) => signal.aborted)) throw cause;
    throw new ConnectionError(url, cause);
  });
  if (!response.ok) throw await ApiError.from(route, response);
  return response;
}

async function headersOf({ headers }: ClientOptions, route: Route, call: AnyCall): Promise<Headers> {
  const result = new Headers(typeof headers === "function" ? await headers() : headers);
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value !== undefined) result.set(name, String(value));
  }
  // Errors are JSON even where the answer is not.
  result.set("accept", route.responseType === "json" ? "application/json" : "*/*");
  if (call.body !== undefined && route.bodyType === "json") result.set("content-type", "application/json");
  return result;
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function encodeBody(route: Route, body: unknown): string | FormData {
  if (route.bodyType === "json") return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) if (value instanceof Blob) form.set(name, value);
  return form;
}

async function bodyOf(route: Route, response: Response): Promise<unknown> {
  if (route.responseType === "octet-stream" || route.responseType === "event-stream") return response;
  const text = await response.text();
  if (route.responseType !== "json") return text;
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(route, response.status, { text });
  }
}
