import type { Cause } from "@muster/contract";
import { texts } from "../texts/index.ts";

/** Found, needed, what to do: in parts where the service explains, as one sentence otherwise. */
export function Finding({ message, cause }: Readonly<{ message: string; cause: Cause | undefined }>) {
  if (cause?.remedy === undefined) return <p>{message}</p>;
  return (
    <dl className="mu-finding">
      {cause.found !== undefined && (
        <>
          <dt>{texts.general.found}</dt>
          <dd>{cause.found}</dd>
        </>
      )}
      {cause.needed !== undefined && (
        <>
          <dt>{texts.general.neededLabel}</dt>
          <dd>{cause.needed}</dd>
        </>
      )}
      <dt>{texts.general.doNext}</dt>
      <dd>
        <strong>{upperFirst(cause.remedy)}</strong>
      </dd>
    </dl>
  );
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
