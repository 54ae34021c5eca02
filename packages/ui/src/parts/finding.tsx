import type { Cause } from "@muster/contract";
import { texts } from "../texts/index.ts";
import { checkTitle } from "./check-title.ts";

/** What was found and needed, then what to do: in parts where the service explains, as one sentence otherwise. */
export function Finding({ message, cause }: Readonly<{ message: string; cause: Cause | undefined }>) {
  if (cause?.remedy === undefined || cause.level === "waiting") return <p>{withTitles(message)}</p>;
  const { found, needed, remedy } = cause;
  return (
    <>
      <p className="mu-muted">
        {found !== undefined && texts.general.foundSentence(found)}{" "}
        {needed !== undefined && texts.general.needed(needed)}
      </p>
      <p>
        {texts.general.doNext}: <strong>{remedy}.</strong>
      </p>
    </>
  );
}

/** Checks that wait for others name them by id; people know them by their titles. */
const withTitles = (message: string): string =>
  message.replaceAll(/[a-z]+(?:-[a-z0-9]+)+/g, (id) => (id in texts.checkTitles ? `“${checkTitle(id)}”` : id));
