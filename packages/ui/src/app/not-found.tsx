import { EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter, PageSection } from "@patternfly/react-core";
import { ButtonLink } from "../parts/button-link.tsx";
import { texts } from "../texts/index.ts";

export function NotFound() {
  return (
    <PageSection>
      <EmptyState titleText={texts.app.notFoundTitle} headingLevel="h1">
        <EmptyStateBody>{texts.app.notFound}</EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <ButtonLink to="/clusters">{texts.app.toClusters}</ButtonLink>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    </PageSection>
  );
}
