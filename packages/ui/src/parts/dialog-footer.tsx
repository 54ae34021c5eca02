import { Button, ModalFooter } from "@patternfly/react-core";
import { texts } from "../texts/index.ts";

/** The one thing a dialog does, and the way out. While it is being done it cannot be asked for twice. */
export function DialogFooter({
  action,
  danger = false,
  isPending,
  isDisabled = false,
  onAction,
  onClose,
}: Readonly<{
  /** What the button says. */
  action: string;
  danger?: boolean;
  isPending: boolean;
  isDisabled?: boolean;
  onAction: () => void;
  onClose: () => void;
}>) {
  return (
    <ModalFooter>
      <Button
        variant={danger ? "danger" : "primary"}
        isLoading={isPending}
        isDisabled={isPending || isDisabled}
        onClick={onAction}
      >
        {action}
      </Button>
      <Button variant="link" onClick={onClose}>
        {texts.general.cancel}
      </Button>
    </ModalFooter>
  );
}
