import type { Policy } from "../policy.ts";
import { invalid } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import { atLeast } from "../version.ts";

const field = "control_plane_count";

type Wish = Readonly<{ highAvailabilityMode?: "Full" | "None"; controlPlaneCount?: number }>;

/** The old and the new way to say the same: mode None is one node, mode Full is more (reference service 1.3). */
export function chooseControlPlaneCount({
  highAvailabilityMode: mode,
  controlPlaneCount: count,
}: Wish): Outcome<number> {
  const implied = mode === "None" ? 1 : 3;
  if (count === undefined) return done(implied);
  if (mode === undefined || (mode === "None") === (count === 1)) return done(count);
  return refused(
    invalid(field, {
      found: `${count} with high_availability_mode ${mode}`,
      needed: mode === "None" ? "1: without high availability there is one node" : "more than 1",
      remedy: "leave high_availability_mode out",
    }),
  );
}

type Gates = Pick<Policy, "tnaClusters" | "tnfClusters">;

export function checkControlPlaneCount(count: number, version: string, policy: Gates): Refusal | null {
  const allowed = [1, 2, 3, 4, 5].filter((one) => isAllowed(one, version, policy));
  if (allowed.includes(count)) return null;
  return invalid(field, {
    found: `${count} for version ${version}`,
    needed: `one of ${allowed.join(", ")}`,
    remedy: "change the count, or choose another version",
  });
}

function isAllowed(count: number, version: string, { tnaClusters, tnfClusters }: Gates): boolean {
  switch (count) {
    case 1:
      return atLeast(version, "4.8");
    case 2:
      return (tnaClusters && atLeast(version, "4.19")) || (tnfClusters && atLeast(version, "4.20"));
    case 3:
      return true;
    default:
      return atLeast(version, "4.18");
  }
}
