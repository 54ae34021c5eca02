import type { Cluster, V2ClusterUpdateParams } from "@muster/contract";
import { updateCluster } from "../api/actions.ts";
import { clusterQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { type Draft, useDraft } from "../parts/use-draft.ts";

/** What a step changes of the cluster. `save` says whether all is saved: not when somebody else changed the same meanwhile. */
export function useClusterDraft<Fields extends object>(
  fieldsOf: (cluster: Cluster) => Fields,
  requestOf: (values: Fields, changed: readonly (keyof Fields)[]) => V2ClusterUpdateParams,
): Readonly<{ draft: Draft<Fields>; save: () => Promise<boolean> }> {
  const cluster = useCluster();
  const draft = useDraft(fieldsOf(cluster));
  const save = async () => {
    if (!draft.isDirty) return true;
    const fresh = await queryClient.fetchQuery({ ...clusterQuery(cluster.id), staleTime: 0 });
    if (draft.conflictsWith(fieldsOf(fresh)).length > 0) return false;
    await updateCluster(cluster.id, requestOf(draft.values, draft.changed));
    draft.clear();
    return true;
  };
  return { draft, save };
}
