import { pullSecretProblem, sshKeysProblem } from "@muster/core";
import { Form, Modal, ModalBody, ModalHeader } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createInfraEnv } from "../api/actions.ts";
import { DialogFooter } from "../parts/dialog-footer.tsx";
import { TextAreaField, TextField } from "../parts/field.tsx";
import { problemText } from "../parts/problem-text.ts";
import { Refusal } from "../parts/refusal.tsx";
import { texts } from "../texts/index.ts";

/** An image for a pool: its hosts wait until a cluster takes them. */
export function NewInfraEnv({ onClose }: Readonly<{ onClose: () => void }>) {
  const [name, setName] = useState("");
  const [secret, setSecret] = useState("");
  const [key, setKey] = useState("");
  const [tried, setTried] = useState(false);
  const t = texts.infraEnvs;
  const wrongSecret = pullSecretProblem(secret);
  const wrongKey = sshKeysProblem(key);
  const isWrong = name.trim() === "" || wrongSecret !== null || wrongKey !== null;
  const creating = useMutation({
    mutationFn: () =>
      createInfraEnv({
        name: name.trim(),
        pull_secret: secret.trim(),
        ...(key.trim() !== "" && { ssh_authorized_key: key.trim() }),
      }),
    onSuccess: onClose,
  });
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="new-image">
      <ModalHeader title={t.createTitle} labelId="new-image" />
      <ModalBody>
        <Refusal title={texts.general.refused} error={creating.error} />
        <Form onSubmit={(event) => event.preventDefault()}>
          <TextField
            id="image-name"
            label={t.name}
            required
            value={name}
            problem={tried && name.trim() === "" ? t.nameNeeded : null}
            onChange={setName}
          />
          <TextAreaField
            id="image-secret"
            label={texts.details.pullSecret}
            help={texts.details.pullSecretHelp}
            required
            code
            value={secret}
            problem={(tried || secret !== "") && wrongSecret ? problemText(wrongSecret) : null}
            onChange={setSecret}
          />
          <TextAreaField
            id="image-key"
            label={texts.details.sshKey}
            help={texts.details.sshKeyHelp}
            code
            rows={2}
            value={key}
            problem={wrongKey && problemText(wrongKey)}
            onChange={setKey}
          />
        </Form>
      </ModalBody>
      <DialogFooter
        action={t.create}
        isPending={creating.isPending}
        onAction={() => {
          setTried(true);
          if (!isWrong) creating.mutate();
        }}
        onClose={onClose}
      />
    </Modal>
  );
}
