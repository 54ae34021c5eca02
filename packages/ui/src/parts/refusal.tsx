import { Alert, AlertActionCloseButton } from "@patternfly/react-core";
import { reasonOf } from "../api/client.ts";

/** What the service said when it refused. Takes the focus of screen readers. */
export function Refusal({ title, error, onClose }: Readonly<{ title: string; error: unknown; onClose?: () => void }>) {
  if (error === null || error === undefined) return null;
  return (
    <Alert
      variant="danger"
      isInline
      title={title}
      role="alert"
      className="mu-gap"
      {...(onClose && { actionClose: <AlertActionCloseButton onClose={onClose} /> })}
    >
      {reasonOf(error)}
    </Alert>
  );
}
