// What the discovery image is made from, what is wrong with it, and the request it becomes.
import type { InfraEnv, InfraEnvUpdateParams, KernelArguments } from "@muster/contract";
import { checkProxy, ntpProblem, sshKeysProblem } from "@muster/core";
import { lines } from "../parts/lines.ts";
import { problemText } from "../parts/problem-text.ts";
import { texts } from "../texts/index.ts";

export const imageChoices = ["full-iso", "minimal-iso", "ipxe"] as const;
export type ImageChoice = (typeof imageChoices)[number];

export type ImageFields = Readonly<{
  imageType: "full-iso" | "minimal-iso";
  sshKey: string;
  useProxy: boolean;
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
  ntp: string;
  trust: string;
  kernelArguments: string;
}>;

export function imageFieldsOf(infraEnv: InfraEnv): ImageFields {
  const { proxy = {} } = infraEnv;
  const given: KernelArguments = JSON.parse(infraEnv.kernel_arguments || "[]");
  return {
    imageType: infraEnv.type === "minimal-iso" ? "minimal-iso" : "full-iso",
    sshKey: infraEnv.ssh_authorized_key ?? "",
    useProxy: Boolean(proxy.http_proxy || proxy.https_proxy),
    httpProxy: proxy.http_proxy ?? "",
    httpsProxy: proxy.https_proxy ?? "",
    noProxy: proxy.no_proxy ?? "",
    ntp: infraEnv.additional_ntp_sources ?? "",
    trust: infraEnv.additional_trust_bundle ?? "",
    kernelArguments: given.flatMap(({ value }) => value ?? []).join("\n"),
  };
}

export type ImageProblems = { readonly [Name in keyof ImageFields]?: string };

export function imageProblems(fields: ImageFields): ImageProblems {
  const ssh = sshKeysProblem(fields.sshKey);
  const ntp = ntpProblem(fields.ntp);
  const spaced = lines(fields.kernelArguments).find((line) => !/^(?:[^ \t"]|"[^"]*")+$/.test(line));
  return {
    ...(ssh && { sshKey: problemText(ssh) }),
    ...(ntp && { ntp: problemText(ntp) }),
    ...(fields.useProxy && proxyProblems(fields)),
    ...(fields.trust.trim() !== "" && !isPem(fields.trust) && { trust: texts.discovery.trustInvalid }),
    ...(spaced !== undefined && { kernelArguments: texts.discovery.kernelArgumentsInvalid(spaced) }),
  };
}

function proxyProblems({ httpProxy, httpsProxy, noProxy }: ImageFields): ImageProblems {
  if (httpProxy === "" && httpsProxy === "") return { httpProxy: texts.discovery.proxyNeeded };
  const names = { httpProxy: "httpProxy", httpsProxy: "httpsProxy", noProxy: "noProxy" } as const;
  const refusal = checkProxy({ httpProxy, httpsProxy, noProxy }, names);
  return refusal?.field === undefined ? {} : { [refusal.field]: problemText(refusal) };
}

const isPem = (text: string): boolean =>
  /^(?:\s*(?:#.*)?\n?)*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/.test(text);

export function imageRequest(fields: ImageFields): InfraEnvUpdateParams {
  return {
    image_type: fields.imageType,
    ssh_authorized_key: fields.sshKey.trim(),
    proxy: fields.useProxy
      ? { http_proxy: fields.httpProxy, https_proxy: fields.httpsProxy, no_proxy: fields.noProxy }
      : { http_proxy: "", https_proxy: "", no_proxy: "" },
    additional_ntp_sources: fields.ntp.trim(),
    additional_trust_bundle: fields.trust.trim() === "" ? "" : `${fields.trust.trim()}\n`,
    kernel_arguments: lines(fields.kernelArguments).map((value) => ({ operation: "append", value })),
  };
}
