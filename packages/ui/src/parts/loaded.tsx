import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reasonOf } from "../api/client.ts";
import { texts } from "../texts/index.ts";
import { Loading } from "./loading.tsx";

/** Shows what a query brought; before that that it is on its way, or why it is not. Old data stay on the screen. */
export function Loaded<T>({
  query,
  what,
  onRetry = () => void query.refetch(),
  children,
}: Readonly<{
  query: UseQueryResult<T>;
  what: string;
  onRetry?: () => void;
  children: (data: T) => ReactNode;
}>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Loading what={what} />;
  return (
    <EmptyState status="danger" titleText={texts.general.notLoaded(what)} headingLevel="h2">
      <EmptyStateBody>{reasonOf(query.error)}</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button onClick={onRetry}>{texts.general.tryAgain}</Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
