import type { Route } from "./routes/route.ts";

type ErrorContent = { readonly json?: unknown; readonly text: string };

/** The service answered, and said no (or something that is not in the contract). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly operation: string;
  readonly status: number;
  /** The `code` of the error body: the status as text, when the service is ours. */
  readonly code: string;
  /** Why, in the service's words. */
  readonly reason: string;
  readonly body: unknown;

  constructor(route: Pick<Route, "id">, status: number, { json, text }: ErrorContent) {
    const reason = reasonOf(json) ?? (text.trim().slice(0, 500) || `answered ${status} without a reason`);
    super(reason);
    this.operation = route.id;
    this.status = status;
    this.code = String(field(json, "code") ?? status);
    this.reason = reason;
    this.body = json ?? text;
  }

  static async from(route: Pick<Route, "id">, response: Response): Promise<ApiError> {
    const text = await response.text().catch(() => "");
    return new ApiError(route, response.status, { json: parse(text), text });
  }
}

/** No answer came: nobody listens there, the name is unknown, the connection broke. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`cannot reach ${new URL(url).origin}: ${innermost(cause)}`, { cause });
    this.url = url;
  }
}

/** `error` has a reason, `infra_error` a message. */
function reasonOf(json: unknown): string | undefined {
  const reason = field(json, "reason") ?? field(json, "message");
  return typeof reason === "string" && reason !== "" ? reason : undefined;
}

function field(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? Object.getOwnPropertyDescriptor(json, name)?.value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** fetch wraps the error that says something in one that does not. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermost(error.cause) : error.message || error.name;
}
