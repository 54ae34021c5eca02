import { Modal, ModalBody, ModalHeader } from "@patternfly/react-core";
import { useLocation } from "@tanstack/react-router";
import { texts } from "../texts/index.ts";
import { SignIn } from "./sign-in.tsx";

/** Above everything, also above dialogs: they and the page below are as they were when somebody is known again. */
export function SessionEnded() {
  const { href } = useLocation();
  return (
    <Modal isOpen variant="small" aria-labelledby="session-ended">
      <ModalHeader title={texts.login.endedTitle} labelId="session-ended" />
      <ModalBody>
        <SignIn intro={texts.login.ended} returnTo={href} />
      </ModalBody>
    </Modal>
  );
}
