import {
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  PageSection,
} from "@patternfly/react-core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { reasonOf } from "../api/client.ts";
import { texts } from "../texts/index.ts";

/** Every route has one: an error takes one page's content, never the whole screen. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <PageSection>
      <EmptyState status="danger" titleText={texts.app.crashTitle} headingLevel="h1">
        <EmptyStateBody>
          <p>{texts.app.crash}</p>
          <pre className="mu-code">{reasonOf(error)}</pre>
        </EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button
              onClick={() => {
                reset();
                void router.invalidate();
              }}
            >
              {texts.general.tryAgain}
            </Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    </PageSection>
  );
}
