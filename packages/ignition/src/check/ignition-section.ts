import type { IgnitionConfig, ProxySettings } from "../config.ts";
import type { Place, Report } from "../problem.ts";
import { checkReference, checkResource, schemeOf } from "./resource.ts";

export function checkIgnitionSection(config: IgnitionConfig, report: Report): void {
  const { config: references, proxy = {}, security, timeouts = {} } = config.ignition;
  const at = ["ignition"];
  for (const [index, reference] of (references?.merge ?? []).entries()) {
    checkReference(config, reference, [...at, "config", "merge", index], report);
  }
  if (references?.replace) checkResource(config, references.replace, [...at, "config", "replace"], report);
  for (const [index, authority] of (security?.tls?.certificateAuthorities ?? []).entries()) {
    checkReference(config, authority, [...at, "security", "tls", "certificateAuthorities", index], report);
  }
  for (const [name, seconds] of Object.entries(timeouts)) {
    if (seconds < 0) report("negative_number", [...at, "timeouts", name], String(seconds));
  }
  checkProxy(proxy, [...at, "proxy"], report);
}

/** Proxies may hold passwords, so they are not shown. */
function checkProxy({ httpProxy, httpsProxy }: ProxySettings, at: Place, report: Report): void {
  for (const [name, url] of Object.entries({ httpProxy, httpsProxy })) {
    if (url === undefined) continue;
    const isHttp = /^https?$/.test(schemeOf(url)) && URL.canParse(url);
    if (!isHttp) report("proxy_scheme", [...at, name], "something else");
  }
  if (httpsProxy !== undefined && schemeOf(httpsProxy) === "http") {
    report("proxy_in_the_clear", [...at, "httpsProxy"], "an http proxy");
  }
}
