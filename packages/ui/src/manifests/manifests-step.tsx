import type { Manifest } from "@muster/contract";
import { Button, EmptyState, EmptyStateActions, EmptyStateFooter } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deleteManifest } from "../api/actions.ts";
import { manifestsQuery } from "../api/queries.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { StepFrame } from "../wizard/step-frame.tsx";
import { ManifestDialog } from "./manifest-dialog.tsx";

type Dialog = Readonly<{ kind: "add" } | { kind: "edit" | "delete"; manifest: Manifest }>;

export function ManifestsStep() {
  const cluster = useCluster();
  const isEditable = useMayEdit() && isDraft(cluster);
  const query = useQuery(manifestsQuery(cluster.id));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const t = texts.manifests;
  const add = isEditable && <Button onClick={() => setDialog({ kind: "add" })}>{t.add}</Button>;
  return (
    <StepFrame step="manifests">
      <p className="mu-gap">{t.intro}</p>
      <Loaded query={query} what={t.what}>
        {(manifests) =>
          manifests.length === 0 ? (
            <EmptyState titleText={t.none} headingLevel="h3">
              <EmptyStateFooter>
                <EmptyStateActions>{add}</EmptyStateActions>
              </EmptyStateFooter>
            </EmptyState>
          ) : (
            <>
              {add}
              <ManifestTable manifests={manifests} isEditable={isEditable} onDialog={setDialog} />
            </>
          )
        }
      </Loaded>
      {dialog && dialog.kind !== "delete" && (
        <ManifestDialog
          clusterId={cluster.id}
          manifest={dialog.kind === "edit" ? dialog.manifest : null}
          others={query.data ?? []}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === "delete" && (
        <Confirm
          title={t.deleteTitle(dialog.manifest.file_name ?? "")}
          action={texts.general.delete}
          run={() =>
            deleteManifest(cluster.id, {
              folder: dialog.manifest.folder ?? "manifests",
              file_name: dialog.manifest.file_name ?? "",
            })
          }
          onClose={() => setDialog(null)}
        >
          {t.deleteBody}
        </Confirm>
      )}
    </StepFrame>
  );
}

function ManifestTable({
  manifests,
  isEditable,
  onDialog,
}: Readonly<{ manifests: readonly Manifest[]; isEditable: boolean; onDialog: (dialog: Dialog) => void }>) {
  const { columns } = texts.manifests;
  return (
    <Table variant="compact" aria-label={texts.wizard.steps.manifests}>
      <Thead>
        <Tr>
          <Th>{columns.folder}</Th>
          <Th>{columns.name}</Th>
          {isEditable && <Th screenReaderText={texts.general.actions} />}
        </Tr>
      </Thead>
      <Tbody>
        {manifests.map((manifest) => (
          <Tr key={`${manifest.folder}/${manifest.file_name}`}>
            <Td dataLabel={columns.folder}>{manifest.folder}</Td>
            <Td dataLabel={columns.name}>{manifest.file_name}</Td>
            {isEditable && (
              <Td isActionCell>
                <Button variant="link" onClick={() => onDialog({ kind: "edit", manifest })}>
                  {texts.general.edit}
                </Button>
                <Button variant="link" isDanger onClick={() => onDialog({ kind: "delete", manifest })}>
                  {texts.general.delete}
                </Button>
              </Td>
            )}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
