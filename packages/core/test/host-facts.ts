// One host of a healthy cluster of three, and tables of what its validations say when something is different.
import { describe, expect, test } from "vitest";
import type { HostValidationId } from "../src/finding.ts";
import type { Cluster } from "../src/model/cluster.ts";
import type { Host } from "../src/model/host.ts";
import type { InfraEnv } from "../src/model/infra-env.ts";
import type { Inventory } from "../src/model/observations.ts";
import { majorityGroups } from "../src/network/majority-groups.ts";
import { defaultPolicy, type Policy } from "../src/policy.ts";
import type { HostFacts } from "../src/validations/facts.ts";
import { validateHost } from "../src/validations/host/registry.ts";
import { aCluster, aHost, anInfraEnv, anInventory, fullMesh, now } from "./builders.ts";

export type Different = Readonly<{
  host?: Partial<Host>;
  /** Over the usual inventory; null for none. */
  inventory?: Partial<Inventory> | null;
  /** Over the usual cluster; null for a host in a pool. */
  cluster?: Partial<Cluster> | null;
  others?: readonly Host[];
  infraEnv?: Partial<InfraEnv>;
  policy?: Partial<Policy>;
}>;

export function hostFacts({
  host = {},
  inventory = {},
  cluster = {},
  others,
  infraEnv,
  policy,
}: Different = {}): HostFacts {
  const plain = [1, 2, 3].map((number) => aHost({ role: "master", requestedHostname: `master-${number}` }, number));
  const [first = aHost(), ...neighbours] = fullMesh(plain);
  const subject = { ...first, inventory: inventory && { ...anInventory(1), ...inventory }, ...host };
  const hosts = [subject, ...(others ?? neighbours)];
  const usual = aCluster({
    connectivityMajorityGroups: majorityGroups({ cluster: aCluster(), hosts: fullMesh(plain) }),
  });
  return {
    host: subject,
    cluster: cluster && { ...usual, ...cluster },
    hosts: cluster ? hosts : [],
    infraEnv: anInfraEnv(infraEnv),
    policy: { ...defaultPolicy, ...policy },
    now,
  };
}

export type Outcome = "success" | "failure" | "pending" | "not-applicable";

export const resultOf = (id: HostValidationId, different: Different) =>
  validateHost(hostFacts(different)).find((result) => result.id === id);

/** Each row: what is different, what the validation says then, and words that its message must hold. */
export function outcomes(
  id: HostValidationId,
  rows: readonly (readonly [scenario: string, different: Different, outcome: Outcome, words?: string])[],
): void {
  describe(id, () => {
    for (const [scenario, different, outcome, words = ""] of rows) {
      test(scenario, () => {
        const result = resultOf(id, different);
        expect(result?.status ?? "not-applicable").toBe(outcome);
        expect(result?.message ?? "").toContain(words);
        if (outcome === "failure") expect([result?.found, result?.needed, result?.remedy].every(Boolean)).toBe(true);
      });
    }
  });
}
