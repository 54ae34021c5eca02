import { Icon } from "@patternfly/react-core";
import BanIcon from "@patternfly/react-icons/dist/esm/icons/ban-icon";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import ExclamationTriangleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon";
import HourglassIcon from "@patternfly/react-icons/dist/esm/icons/hourglass-half-icon";
import type { Check } from "../live/checks.ts";
import { texts } from "../texts/index.ts";

const icons = {
  success: { status: "success", Glyph: CheckCircleIcon },
  failure: { status: "danger", Glyph: ExclamationCircleIcon },
  error: { status: "warning", Glyph: ExclamationTriangleIcon },
  pending: { status: "info", Glyph: HourglassIcon },
  disabled: { status: undefined, Glyph: BanIcon },
} as const;

export function CheckIcon({ status }: Pick<Check, "status">) {
  const { status: tone, Glyph } = icons[status];
  return (
    <Icon {...(tone && { status: tone })}>
      <Glyph role="img" aria-label={texts.checkStatuses[status]} />
    </Icon>
  );
}
