import type { Writable } from "node:stream";

const askEveryMs = 60_000;

/** Ends what stays open when its reader would not be let in any more: tokens expire, and links are ended by a new key. */
export function whileLetIn(stream: Writable, isStillLetIn: () => Promise<boolean>, everyMs = askEveryMs): void {
  const timer = setInterval(() => {
    void isStillLetIn().then((still) => {
      if (!still) stream.end();
    });
  }, everyMs);
  timer.unref();
  stream.once("close", () => clearInterval(timer));
}
