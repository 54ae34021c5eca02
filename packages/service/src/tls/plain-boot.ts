// What a plain port beside TLS serves: firmware that boots over the network often cannot speak TLS, or trusts nobody
// (reference service 1.1, host-side C1).
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorBody } from "@muster/contract";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export function isForBoot({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = "", query = ""] = url.split("?", 2);
  if (/^\/(?:health|live|ready)$/.test(path) || path.startsWith("/boot-artifacts/")) return true;
  if (/^\/images\/[^/]+\/(?:pxe-initrd|s390x-initrd-addrsize)$/.test(path)) return true;
  const isFile = /^\/api\/assisted-install\/v2\/infra-envs\/[^/]+\/downloads\/files$/.test(path);
  return isFile && new URLSearchParams(query).get("file_name") === "ipxe-script";
}

export const onlyForBoot =
  (answer: Answer): Answer =>
  (request, response) => {
    if (isForBoot(request)) return answer(request, response);
    const body = JSON.stringify(errorBody(404, "This port serves network boot only. Everything else needs https."));
    response.writeHead(404, { "content-type": "application/json; charset=utf-8" }).end(body);
  };
