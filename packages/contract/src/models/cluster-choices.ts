// Choices that a cluster and the requests about it share.
import type { TSchemaOptions } from "typebox";
import { Enumeration } from "../schema.ts";

export const NodeRoles = (options: TSchemaOptions = {}) =>
  Enumeration(
    [
      "none",
      "masters",
      "arbiters",
      "workers",
      "masters,arbiters",
      "masters,workers",
      "arbiters,workers",
      "masters,arbiters,workers",
      "all",
    ],
    options,
  );

export const HighAvailabilityMode = Enumeration(["Full", "None"], { assumed: "Full" });
export const NetworkType = Enumeration(["OpenShiftSDN", "OVNKubernetes", "CiscoACI", "Cilium", "Calico", "None"]);
