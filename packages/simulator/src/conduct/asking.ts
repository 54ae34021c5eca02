// People who ask a service for something: what to make of a refusal, or of no answer.
import { ApiError, type Client, type Cluster, ConnectionError } from "@muster/contract";

/** Nobody answered, or only to say that it cannot be done now. */
export const isAway = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);

/** The answer, null where there was none. What was refused because something changed meanwhile can be asked for again later. */
export async function granted<Value>(call: () => Promise<Value>): Promise<Value | null> {
  try {
    return await call();
  } catch (error) {
    if (isAway(error) || (error instanceof ApiError && error.status === 409)) return null;
    throw error;
  }
}

/** The cluster as it is then. */
export const pressInstall = (client: Client, clusterId: string): Promise<Cluster | null> =>
  granted(() => client.call("v2InstallCluster", { params: { cluster_id: clusterId } }));
