import { EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter, PageSection } from "@patternfly/react-core";
import { texts } from "../texts/index.ts";
import { ButtonLink } from "./button-link.tsx";

/** A page for what is not there, with the way back. */
export function Missing({ title, children }: Readonly<{ title: string; children: string }>) {
  return (
    <PageSection>
      <EmptyState titleText={title} headingLevel="h1">
        <EmptyStateBody>{children}</EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <ButtonLink to="/clusters">{texts.app.toClusters}</ButtonLink>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    </PageSection>
  );
}
