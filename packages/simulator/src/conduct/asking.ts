// People who ask a service for something: what to make of a refusal, or of no answer.
import { ApiError, type Client, ConnectionError } from "@muster/contract";

/** Nobody answered, or only to say that it cannot be done now. */
export const isAway = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);

/** Whether it was granted. What was refused because something changed meanwhile can be asked for again later. */
export async function isGranted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (isAway(error) || (error instanceof ApiError && error.status === 409)) return false;
    throw error;
  }
}

export const pressInstall = (client: Client, clusterId: string): Promise<boolean> =>
  isGranted(() => client.call("v2InstallCluster", { params: { cluster_id: clusterId } }));
