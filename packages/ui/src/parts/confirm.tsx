import { Modal, ModalBody, ModalHeader } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { texts } from "../texts/index.ts";
import { DialogFooter } from "./dialog-footer.tsx";
import { Refusal } from "./refusal.tsx";

/** Asks before something that cannot be undone; stays open and tells the reason when the service refuses. */
export function Confirm({
  title,
  children,
  action,
  danger = true,
  isDisabled = false,
  run,
  onClose,
}: Readonly<{
  title: string;
  children: ReactNode;
  /** What the button says. */
  action: string;
  danger?: boolean;
  /** Something is missing before it can be done. */
  isDisabled?: boolean;
  run: () => Promise<unknown>;
  onClose: () => void;
}>) {
  const mutation = useMutation({ mutationFn: run, onSuccess: onClose });
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="confirm-title" aria-describedby="confirm-body">
      <ModalHeader title={title} labelId="confirm-title" {...(danger && { titleIconVariant: "warning" })} />
      <ModalBody id="confirm-body">
        <Refusal title={texts.general.refused} error={mutation.error} />
        {children}
      </ModalBody>
      <DialogFooter
        action={action}
        danger={danger}
        isPending={mutation.isPending}
        isDisabled={isDisabled}
        onAction={mutation.mutate}
        onClose={onClose}
      />
    </Modal>
  );
}
