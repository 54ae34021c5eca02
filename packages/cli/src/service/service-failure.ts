// What went wrong between here and the service, for people.
import { ApiError, ConnectionError } from "@muster/contract";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Chosen } from "./choose.ts";

/** Errors of the client become failures that say what to do; any other stays what it is. */
export function serviceFailure(error: unknown, chosen: Chosen): unknown {
  if (error instanceof ConnectionError) return connectionFailure(error, chosen);
  if (error instanceof ApiError) return refusal(error, chosen);
  return error;
}

function connectionFailure(error: ConnectionError, { server, because }: Chosen): Failure {
  const where = `${server} (from ${because})`;
  const code = codeOf(error.cause);
  const unreachable = (found: string, remedy: string) => new Failure(found, remedy, exitCode.unreachable, error);
  if (code !== undefined && tlsReasons.has(code)) {
    return unreachable(
      `the certificate of ${where} is not trusted: ${tlsReasons.get(code)}.`,
      "Trust its issuer: `muster context set NAME --server URL --ca-file FILE`, or NODE_EXTRA_CA_CERTS=FILE.",
    );
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG" || code === "EPROTO") {
    return unreachable(`${where} does not speak HTTPS.`, "Try the same address with http://.");
  }
  const [found, remedy] = reasons.get(code ?? "") ?? [error.message.replace(/^cannot reach \S+: /, ""), elsewhere];
  return unreachable(`nothing answers at ${where}: ${found}.`, remedy);
}

const elsewhere = "Check that the service runs; --server, --context or MUSTER_SERVER name another one.";

const reasons = new Map<string, readonly [found: string, remedy: string]>([
  [
    "ECONNREFUSED",
    [
      "nothing listens there",
      "Start a service with `muster serve`; --server, --context or MUSTER_SERVER name another one.",
    ],
  ],
  [
    "ENOTFOUND",
    ["no such host is known", "Check the name; --server, --context or MUSTER_SERVER name another service."],
  ],
  ["EAI_AGAIN", ["the name cannot be looked up now", "Check the network and try again."]],
  ["UND_ERR_CONNECT_TIMEOUT", ["there was no answer in time", elsewhere]],
  ["UND_ERR_HEADERS_TIMEOUT", ["there was no answer in time", elsewhere]],
  ["ETIMEDOUT", ["there was no answer in time", elsewhere]],
  ["EHOSTUNREACH", ["there is no way to that machine", "Check the network and the address."]],
  ["ENETUNREACH", ["there is no way to that network", "Check the network and the address."]],
  ["UND_ERR_SOCKET", ["it closed the connection", "Try the same address with https://, or look at the service's log."]],
  ["ECONNRESET", ["it closed the connection", "Try the same address with https://, or look at the service's log."]],
]);

const tlsReasons = new Map([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "it is signed by itself"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its issuer is unknown here"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its issuer is unknown here"],
  ["UNABLE_TO_GET_ISSUER_CERT", "its issuer is unknown here"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "its issuer is unknown here"],
  ["CERT_HAS_EXPIRED", "it has expired"],
  ["CERT_NOT_YET_VALID", "it is not valid yet, or a clock is wrong"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "it is for another name"],
]);

/** The first code on the way to the cause; fetch wraps it, and tries two addresses for one name. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
}

function refusal(error: ApiError, { server, because, token }: Chosen): Failure {
  const { status, reason } = error;
  if (typeof error.body !== "object") {
    return new Failure(
      `${server} (from ${because}) answered ${status}, but not as Muster does.`,
      "Check the address: it ends before /api.",
      exitCode.failed,
      error,
    );
  }
  if (status === 401) {
    const found =
      token === undefined ? "the service wants to know who you are" : "the service does not accept the token";
    return new Failure(
      `${found}: ${reason}`,
      "Log in with `muster login`, or give a token: `muster context set NAME --token-file FILE`, or MUSTER_TOKEN.",
      exitCode.failed,
      error,
    );
  }
  return new Failure(reason, remedies.get(status) ?? "Correct this and try again.", exitCode.failed, error);
}

const remedies = new Map([
  [403, "Ask somebody who may, or use a context with another token."],
  [404, "It may just have been deleted; `list` shows what is there."],
  [409, "The service refuses this in the present state; `explain` tells what stands in the way."],
  [500, "This is a fault of the service; its log tells more."],
  [501, "This service is not built for that."],
  [503, "The service or its database is not ready; try again soon."],
]);
