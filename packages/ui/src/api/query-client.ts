import { notifyManager, QueryClient } from "@tanstack/react-query";
import { isPassing } from "./client.ts";
import { connection, onConnection } from "./connection.ts";

// Before the next click is taken: a button that waits for a timer to be greyed out is pressed twice.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The feed tells what changed; this is for what it does not carry.
      staleTime: 10_000,
      // Loopback and closed networks count as online.
      networkMode: "always",
      retry: (count, error) => isPassing(error) && count < 3,
      retryDelay: (count) => Math.min(500 * 2 ** count, 4_000),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

// What is shown stays while the service is away; when it is back, all of it is fetched again.
let wasGone = false;
onConnection(() => {
  const gone = connection().kind === "gone";
  if (wasGone && !gone) void queryClient.invalidateQueries();
  wasGone = gone;
});
