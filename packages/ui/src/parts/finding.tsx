import type { Cause } from "@muster/contract";
import { texts } from "../texts/index.ts";

/** What to do, then what was found and needed: in parts where the service explains, as one sentence otherwise. */
export function Finding({ message, cause }: Readonly<{ message: string; cause: Cause | undefined }>) {
  if (cause?.remedy === undefined || cause.level === "waiting") return <p>{message}</p>;
  const { found, needed, remedy } = cause;
  return (
    <>
      <p>
        {texts.general.doNext}: <strong>{remedy}.</strong>
      </p>
      <p className="mu-muted">
        {found !== undefined && texts.general.foundSentence(found)}{" "}
        {needed !== undefined && texts.general.needed(needed)}
      </p>
    </>
  );
}
