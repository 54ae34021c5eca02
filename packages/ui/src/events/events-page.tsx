import { PageSection, Title } from "@patternfly/react-core";
import { useTitle } from "../app/use-title.ts";
import { texts } from "../texts/index.ts";
import { EventList } from "./event-list.tsx";

export function EventsPage() {
  useTitle(texts.events.title);
  return (
    <PageSection isFilled>
      <Title headingLevel="h1" className="mu-gap">
        {texts.events.title}
      </Title>
      <EventList filter={{}} />
    </PageSection>
  );
}
