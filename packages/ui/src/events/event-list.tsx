import type { Event, EventSeverity } from "@muster/contract";
import {
  EmptyState,
  FormSelect,
  FormSelectOption,
  Label,
  SearchInput,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { type EventFilter, eventsPerPage, eventsQuery } from "../api/queries.ts";
import { instant } from "../live/host-row.ts";
import { moment } from "../parts/amounts.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Pager } from "../parts/pager.tsx";
import { texts } from "../texts/index.ts";

const levels = {
  any: undefined,
  warnings: ["warning", "error", "critical"],
  errors: ["error", "critical"],
} satisfies Record<string, EventSeverity[] | undefined>;

const tones = { info: "info", warning: "warning", error: "danger", critical: "danger" } as const;

/** What happened, newest first; it grows while one looks. */
export function EventList({
  filter,
}: Readonly<{ filter: Pick<EventFilter, "cluster_id" | "infra_env_id" | "host_id"> }>) {
  const [words, setWords] = useState("");
  const [level, setLevel] = useState<keyof typeof levels>("any");
  const [page, setPage] = useState(1);
  const message = useDeferredValue(words.trim());
  const query = useQuery(
    eventsQuery({ ...filter, severities: levels[level], message: message === "" ? undefined : message, page }),
  );
  const t = texts.events;
  return (
    <>
      <Toolbar>
        <ToolbarContent>
          <ToolbarItem>
            <SearchInput
              aria-label={t.search}
              placeholder={t.search}
              value={words}
              onChange={(_, text) => {
                setWords(text);
                setPage(1);
              }}
              onClear={() => setWords("")}
            />
          </ToolbarItem>
          <ToolbarItem>
            <FormSelect
              aria-label={t.severity}
              value={level}
              onChange={(_, chosen) => {
                setLevel(chosen === "warnings" || chosen === "errors" ? chosen : "any");
                setPage(1);
              }}
            >
              <FormSelectOption value="any" label={t.anySeverity} />
              <FormSelectOption value="warnings" label={t.warnings} />
              <FormSelectOption value="errors" label={t.errors} />
            </FormSelect>
          </ToolbarItem>
          <ToolbarItem alignSelf="center">
            <span role="status" className="mu-muted">
              {query.data && t.count(query.data.count)}
            </span>
          </ToolbarItem>
        </ToolbarContent>
      </Toolbar>
      <Loaded query={query} what={t.what}>
        {({ events, count }) =>
          events.length === 0 ? (
            <EmptyState titleText={t.empty} headingLevel="h3" />
          ) : (
            <>
              <EventTable events={events} />
              <Pager page={page} pages={Math.ceil(count / eventsPerPage)} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function EventTable({ events }: Readonly<{ events: readonly Event[] }>) {
  const t = texts.events;
  return (
    <Table variant="compact" aria-label={t.title}>
      <Thead>
        <Tr>
          <Th modifier="fitContent">{t.time}</Th>
          <Th modifier="fitContent">{t.severity}</Th>
          <Th>{t.message}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {events.map((event) => (
          <Tr key={`${event.event_time} ${event.name} ${event.cluster_id} ${event.host_id} ${event.message}`}>
            <Td dataLabel={t.time} modifier="nowrap">
              {moment(instant(event.event_time))}
            </Td>
            <Td dataLabel={t.severity}>
              <Label isCompact variant="outline" status={tones[event.severity]}>
                {texts.severities[event.severity]}
              </Label>
            </Td>
            <Td dataLabel={t.message} modifier="breakWord">
              {event.message}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
