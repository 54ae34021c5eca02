// What validations of clusters have in common.
import type { ClusterValidationId, Validation } from "../../finding.ts";
import type { Host } from "../../model/host.ts";
import type { ClusterFacts } from "../facts.ts";

export type ClusterCategory = "network" | "hosts-data" | "configuration" | "operators";
export type ClusterValidation = Validation<ClusterValidationId, ClusterCategory, ClusterFacts>;

/** Before a host has reported its hardware nothing is known of the networks around it. */
export const anyDiscovered = (hosts: readonly Host[]): boolean => hosts.some((host) => host.inventory !== null);
