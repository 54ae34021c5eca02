import { fail, notApplicable, pass, pending } from "../../finding.ts";
import { isDay2 } from "../../model/host.ts";
import { type HostValidation, inCluster } from "./validation.ts";

/** Hosts that join a running cluster fetch their configuration from it; day-1 hosts get theirs from the service. */
export const ignitionDownloadable: HostValidation = {
  id: "ignition-downloadable",
  category: "network",
  needs: [],
  check: inCluster(({ host }) => {
    if (!isDay2(host)) return notApplicable;
    const report = host.apiVipConnectivity;
    if (!report) return pending("the host to try to reach the API of the cluster");
    if (report.isSuccess) return pass("The host can download its configuration from the cluster.");
    const problem = report.downloadError ? ` (${report.downloadError})` : "";
    return fail({
      found: `that the configuration could not be downloaded from ${report.url || "the cluster"}${problem}`,
      needed: "an answer from the cluster's machine config server",
      remedy: "check from the machine that this URL can be reached: name resolution, routes, firewalls, load balancer",
    });
  }),
};
