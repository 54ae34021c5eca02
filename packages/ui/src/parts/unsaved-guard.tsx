import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { useBlocker } from "@tanstack/react-router";
import { texts } from "../texts/index.ts";

/** Asks before a page with unsaved changes is left, by link, back button or reload. */
export function UnsavedGuard({ hasChanges }: Readonly<{ hasChanges: () => boolean }>) {
  const blocker = useBlocker({
    // Opening a host's details stays on the page; who is signed out has to go.
    shouldBlockFn: ({ current, next }) =>
      hasChanges() && next.pathname !== current.pathname && next.pathname !== "/login",
    enableBeforeUnload: hasChanges,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  const t = texts.general;
  return (
    <Modal
      isOpen
      variant="small"
      onClose={blocker.reset}
      aria-labelledby="unsaved-title"
      aria-describedby="unsaved-body"
    >
      <ModalHeader title={t.unsavedTitle} labelId="unsaved-title" titleIconVariant="warning" />
      <ModalBody id="unsaved-body">{t.unsaved}</ModalBody>
      <ModalFooter>
        <Button onClick={blocker.reset}>{t.stay}</Button>
        <Button variant="link" isDanger onClick={blocker.proceed}>
          {t.discard}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
