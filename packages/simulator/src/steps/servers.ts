// Servers that a machine tries to reach before it is installed.
import {
  ApiVipConnectivityRequest,
  type ApiVipConnectivityResponse,
  ContainerImageAvailabilityRequest,
  type ContainerImageAvailabilityResponse,
  TangConnectivityRequest,
  type TangConnectivityResponse,
} from "@muster/contract";
import { answering } from "./answer.ts";
import { answered, exitCodes, failed } from "./outcome.ts";

/** The parts of a node's configuration that an agent passes on (reference host-side A6.3). */
const nodeIgnition = JSON.stringify({
  ignition: { version: "3.2.0" },
  storage: {
    files: ["/etc/kubernetes/manifests/coredns.yaml", "/etc/kubernetes/manifests/keepalived.yaml"].map((path) => ({
      path,
      mode: 0o644,
      overwrite: true,
      contents: { source: "data:,", verification: {} },
    })),
  },
});

export const apiVipConnectivityCheck = answering(ApiVipConnectivityRequest, ({ url }) =>
  answered({ is_success: true, url, ignition: nodeIgnition } satisfies ApiVipConnectivityResponse),
);

export const tangConnectivityCheck = answering(TangConnectivityRequest, ({ tang_servers }) => {
  const urls = tangUrls(tang_servers);
  if (urls.length === 0) return failed("no Tang server was named");
  return answered({
    is_success: true,
    tang_server_response: urls.map((tang_url) => ({
      tang_url,
      payload: Buffer.from('{"keys":[]}').toString("base64url"),
      signatures: [{ protected: Buffer.from('{"alg":"ES512"}').toString("base64url"), signature: "c2lnbmF0dXJl" }],
    })),
  } satisfies TangConnectivityResponse);
});

function tangUrls(servers: string): string[] {
  try {
    const list: unknown = JSON.parse(servers);
    if (!Array.isArray(list)) return [];
    return list.flatMap((server: { url?: unknown } | null) => (typeof server?.url === "string" ? server.url : []));
  } catch {
    return [];
  }
}

/** Pulls every image; `broken` says which fail. One that fails makes the step fail, with the whole list as its output. */
export const imageAvailability = (broken: (image: string) => boolean = () => false) =>
  answering(ContainerImageAvailabilityRequest, ({ images }) => {
    const results = images.map((name) =>
      broken(name)
        ? { name, result: "failure" as const }
        : { name, result: "success" as const, size_bytes: 4e8, time: 8, download_rate: 50 },
    );
    const outcome = answered({ images: results } satisfies ContainerImageAvailabilityResponse);
    return results.some(({ result }) => result === "failure") ? { ...outcome, exitCode: exitCodes.imagePull } : outcome;
  });
