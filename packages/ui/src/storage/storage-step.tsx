import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { StepFrame } from "../wizard/step-frame.tsx";
import { EncryptionForm } from "./encryption-form.tsx";
import { StorageTable } from "./storage-table.tsx";

export function StorageStep() {
  const cluster = useCluster();
  const isEditable = useMayEdit() && isDraft(cluster);
  return (
    <StepFrame step="storage">
      <EncryptionForm cluster={cluster} isEditable={isEditable} />
      <p className="mu-gap">{texts.storage.intro}</p>
      <StorageTable clusterId={cluster.id} isEditable={isEditable} />
    </StepFrame>
  );
}
