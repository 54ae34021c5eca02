import { Banner } from "@patternfly/react-core";
import { useConnection } from "../api/connection.ts";
import { duration } from "../parts/amounts.ts";
import { useNow } from "../parts/use-now.ts";
import { texts } from "../texts/index.ts";

export function ConnectionBanner() {
  const connection = useConnection();
  const now = useNow(1_000);
  return (
    <div role="status">
      {connection.kind === "gone" && (
        <Banner status="warning" isSticky screenReaderText={texts.app.goneTitle}>
          <strong>{texts.app.goneTitle}.</strong> {texts.app.gone(duration(now - connection.since))}
        </Banner>
      )}
    </div>
  );
}
