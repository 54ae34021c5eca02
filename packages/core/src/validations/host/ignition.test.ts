import { outcomes } from "../../../test/host-facts.ts";
import type { Host } from "../../model/host.ts";

const joins = (apiVipConnectivity: Host["apiVipConnectivity"]) => ({
  host: { kind: "AddToExistingClusterHost", apiVipConnectivity } as const,
  cluster: { kind: "AddHostsCluster" } as const,
});

outcomes("ignition-downloadable", [
  ["a host of a new cluster", {}, "not-applicable"],
  ["not tried yet", joins(null), "pending"],
  ["it is", joins({ isSuccess: true, url: "http://api:22624/config/worker" }), "success"],
  [
    "it is not",
    joins({ isSuccess: false, url: "http://api:22624/config/worker", downloadError: "connection refused" }),
    "failure",
    "from http://api:22624/config/worker (connection refused)",
  ],
  ["it is not, and nothing more is known", joins({ isSuccess: false }), "failure", "from the cluster"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);
