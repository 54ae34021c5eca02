import { Bullseye, Spinner } from "@patternfly/react-core";
import { useEffect, useState } from "react";
import { texts } from "../texts/index.ts";

/** A wheel says what it waits for, and after a while that it takes long. */
export function Loading({ what }: Readonly<{ what: string }>) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 5_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Bullseye className="mu-loading" aria-busy="true">
      <Spinner size="lg" aria-label={texts.general.loading(what)} />
      <p role="status">{long ? texts.general.loadingLong(what) : texts.general.loading(what)}</p>
    </Bullseye>
  );
}
