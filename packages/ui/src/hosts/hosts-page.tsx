import { PageSection, Title } from "@patternfly/react-core";
import { useTitle } from "../app/use-title.ts";
import { texts } from "../texts/index.ts";
import { HostsPanel } from "./hosts-panel.tsx";

/** Every host of every cluster and pool. */
export function HostsPage() {
  useTitle(texts.hosts.title);
  return (
    <PageSection isFilled>
      <Title headingLevel="h1" className="mu-gap">
        {texts.hosts.title}
      </Title>
      <HostsPanel scope={{}} cluster={null} />
    </PageSection>
  );
}
