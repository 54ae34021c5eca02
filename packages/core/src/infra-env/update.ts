import { newsIn } from "../equality.ts";
import type { Cluster } from "../model/cluster.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Instant } from "../model/instant.ts";
import { firstRefusal } from "../problem.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import { checkInfraEnvFields } from "./check.ts";
import { imageConflict } from "./create.ts";
import { type InfraEnvUpdate, withSettings } from "./params.ts";

/** The fields that change; empty when the update says nothing new, so that no image is made again for it. */
export function updateInfraEnv(
  before: InfraEnv,
  update: InfraEnvUpdate,
  cluster: Cluster | null,
  now: Instant,
): Outcome<Partial<InfraEnv>> {
  const after = withSettings(before, update);
  const refusal = firstRefusal(
    () => checkInfraEnvFields(update, after),
    () => imageConflict(after, before, cluster),
  );
  if (refusal) return refused(refusal);
  const news = newsIn(after, before);
  // A secret that replaces another leaves no trace in the document, but it does change the image.
  const changed = Object.keys(news).length > 0 || update.pullSecret !== undefined;
  return done(changed ? { ...news, updatedAt: now } : {});
}
