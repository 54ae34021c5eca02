// Who is signed in, as far as this browser knows. What the service allows is decided by the service.
import { useSyncExternalStore } from "react";

const key = "muster-token";
const listeners = new Set<() => void>();

const read = (): string | null => sessionStorage.getItem(key);

function write(token: string | null): void {
  if (token === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
  for (const listener of listeners) listener();
}

export const token = read;

export function authorization(): Record<string, string> {
  const known = read();
  return known === null ? {} : { authorization: `Bearer ${known}` };
}

export const signIn = (given: string): void => write(given);
export const signOut = (): void => write(null);

/** The service refused the caller: people are asked to sign in. */
let refused = false;
export function signedOut(): void {
  refused = true;
  write(null);
}

export function useSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => refused);
}

export function forgetRefusal(): void {
  refused = false;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
