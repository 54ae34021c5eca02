import { Button, type ButtonProps } from "@patternfly/react-core";
import { createLink } from "@tanstack/react-router";
import type { Ref } from "react";

/** A link that looks like a button. */
export const ButtonLink = createLink(({ ref, ...props }: ButtonProps & { ref?: Ref<HTMLAnchorElement> }) => (
  <Button component="a" {...(ref && { innerRef: ref })} {...props} />
));
