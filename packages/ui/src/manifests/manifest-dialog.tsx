import type { Manifest } from "@muster/contract";
import { Form, Modal, ModalBody, ModalHeader } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createManifest, updateManifest } from "../api/actions.ts";
import { manifestContentQuery } from "../api/queries.ts";
import { ChoiceField } from "../parts/choice-field.tsx";
import { DialogFooter } from "../parts/dialog-footer.tsx";
import { Field, TextAreaField, TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { texts } from "../texts/index.ts";
import { encodeContent, type ManifestFields, manifestProblems } from "./manifest-fields.ts";

type DialogProps = Readonly<{
  clusterId: string;
  /** Null adds one. */
  manifest: Manifest | null;
  others: readonly Manifest[];
  onClose: () => void;
}>;

export function ManifestDialog(props: DialogProps) {
  const { clusterId, manifest, onClose } = props;
  const { folder = "manifests", file_name: fileName = "" } = manifest ?? {};
  const content = useQuery({ ...manifestContentQuery(clusterId, folder, fileName), enabled: manifest !== null });
  const title = manifest ? texts.manifests.editTitle(fileName) : texts.manifests.addTitle;
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="manifest-title">
      <ModalHeader title={title} labelId="manifest-title" />
      {manifest ? (
        <Loaded query={content} what={fileName}>
          {(text) => <ManifestForm {...props} start={{ folder, fileName, content: text }} />}
        </Loaded>
      ) : (
        <ManifestForm {...props} start={{ folder: "manifests", fileName: "", content: "" }} />
      )}
    </Modal>
  );
}

/** What was typed stays when the service refuses it. */
function ManifestForm({
  clusterId,
  manifest,
  others,
  onClose,
  start,
}: DialogProps & Readonly<{ start: ManifestFields }>) {
  const [fields, setFields] = useState(start);
  const [tried, setTried] = useState(false);
  const t = texts.manifests;
  const problems = manifestProblems(
    fields,
    others.filter((other) => other !== manifest),
  );
  const shown = tried ? problems : {};
  const saving = useMutation({
    mutationFn: () => {
      const content = encodeContent(fields.content);
      return manifest
        ? updateManifest(clusterId, {
            folder: start.folder,
            file_name: start.fileName,
            updated_folder: fields.folder,
            updated_file_name: fields.fileName,
            updated_content: content,
          })
        : createManifest(clusterId, { folder: fields.folder, file_name: fields.fileName, content });
    },
    onSuccess: onClose,
  });
  const read = async (file: File | undefined) => {
    if (!file) return;
    const content = await file.text();
    setFields((old) => ({ ...old, content, fileName: old.fileName || file.name }));
  };
  return (
    <>
      <ModalBody>
        <Refusal title={texts.general.notSaved} error={saving.error} />
        <Form onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            id="manifest-folder"
            label={t.folder}
            choices={(["manifests", "openshift"] as const).map((value) => ({ value, label: t.folders[value] }))}
            value={fields.folder}
            onChange={(folder) => setFields((old) => ({ ...old, folder }))}
          />
          <TextField
            id="manifest-name"
            label={t.fileName}
            help={t.fileNameHelp}
            required
            value={fields.fileName}
            problem={shown.fileName ?? null}
            onChange={(fileName) => setFields((old) => ({ ...old, fileName }))}
          />
          <Field id="manifest-file" label={t.upload}>
            <input
              id="manifest-file"
              type="file"
              accept=".yaml,.yml,.json,.patch"
              onChange={(event) => void read(event.target.files?.[0])}
            />
          </Field>
          <TextAreaField
            id="manifest-content"
            label={t.content}
            required
            code
            rows={14}
            value={fields.content}
            problem={shown.content ?? null}
            onChange={(content) => setFields((old) => ({ ...old, content }))}
          />
        </Form>
      </ModalBody>
      <DialogFooter
        action={texts.general.save}
        isPending={saving.isPending}
        onAction={() => {
          setTried(true);
          if (Object.keys(problems).length === 0) saving.mutate();
        }}
        onClose={onClose}
      />
    </>
  );
}
