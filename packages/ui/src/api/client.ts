// The one client of the service. It notes whether the service answers, and who is signed in.
import { ApiError, ConnectionError, createClient } from "@muster/contract";
import { authorization, signedOut, token } from "../session/session.ts";
import { reportAnswer, reportSilence } from "./connection.ts";

async function watchedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const asked = token();
  try {
    const response = await fetch(input, init);
    // A proxy in front answers for a service that is gone.
    if (response.status === 502 || response.status === 504) reportSilence(`${response.status} ${response.statusText}`);
    else reportAnswer();
    // An answer to whoever was signed in before says nothing of who is now.
    if (response.status === 401 && token() === asked) signedOut();
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) reportSilence(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

export const client = createClient({ baseUrl: location.origin, fetch: watchedFetch, headers: authorization });

/** Worth trying again without anyone doing anything. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && [502, 503, 504].includes(error.status));

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Why something was refused, in the service's words. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
