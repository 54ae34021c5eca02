import type { LeanCluster } from "@muster/contract";
import { deleteCluster } from "../api/actions.ts";
import { Confirm } from "../parts/confirm.tsx";
import { texts } from "../texts/index.ts";

export function DeleteCluster({
  cluster,
  onClose,
  onDeleted,
}: Readonly<{ cluster: Pick<LeanCluster, "id" | "name">; onClose: () => void; onDeleted?: () => void }>) {
  return (
    <Confirm
      title={texts.clusters.deleteTitle(cluster.name ?? "")}
      action={texts.clusters.deleteAction}
      run={async () => {
        await deleteCluster(cluster.id);
        onDeleted?.();
      }}
      onClose={onClose}
    >
      {texts.clusters.deleteBody}
    </Confirm>
  );
}
