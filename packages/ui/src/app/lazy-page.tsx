import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { connection } from "../api/connection.ts";
import { queryClient } from "../api/query-client.ts";
import { Loaded } from "../parts/loaded.tsx";
import { texts } from "../texts/index.ts";

type Load = () => Promise<ComponentType>;

const codeQuery = (name: string, load: Load) =>
  queryOptions({
    queryKey: ["code", name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/**
 * A page whose code is fetched when it is opened. Code that does not arrive is asked for again as any other answer is, also when the
 * service is back; the rest of the screen stays meanwhile.
 */
export const lazyPage = (name: string, load: Load) =>
  Object.assign(() => <Fetched code={codeQuery(name, load)} />, {
    preload: () => queryClient.prefetchQuery(codeQuery(name, load)),
  });

function Fetched({ code }: Readonly<{ code: ReturnType<typeof codeQuery> }>) {
  const query = useQuery(code);
  // From a service that answers but lacks the code, a newer version was installed: the whole page comes from there.
  const retry = () => (connection().kind === "here" ? location.reload() : void query.refetch());
  return (
    <Loaded query={query} what={texts.general.page} onRetry={retry}>
      {(Code) => <Code />}
    </Loaded>
  );
}
