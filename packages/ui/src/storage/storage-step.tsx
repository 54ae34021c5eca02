import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { ConflictAlert } from "../parts/conflict-alert.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { StepFrame } from "../wizard/step-frame.tsx";
import { useClusterDraft } from "../wizard/use-cluster-draft.ts";
import { encryptionOf, encryptionRequest, tangProblem } from "./encryption.ts";
import { EncryptionForm } from "./encryption-form.tsx";
import { StorageTable } from "./storage-table.tsx";

export function StorageStep() {
  const cluster = useCluster();
  const isEditable = useMayEdit() && isDraft(cluster);
  const { draft, save } = useClusterDraft(encryptionOf, encryptionRequest);
  const problem = tangProblem(draft.values);
  return (
    <StepFrame
      step="storage"
      isDirty={draft.isDirty}
      onNext={save}
      isNextDisabled={draft.isDirty && (problem !== null || draft.conflicts.length > 0)}
      {...(draft.isDirty && { nextLabel: texts.wizard.saveAndNext })}
    >
      <ConflictAlert draft={draft} names={texts.storage.names} />
      <EncryptionForm draft={draft} problem={problem} isEditable={isEditable} />
      <p className="mu-gap">{texts.storage.intro}</p>
      <StorageTable clusterId={cluster.id} isEditable={isEditable} />
    </StepFrame>
  );
}
