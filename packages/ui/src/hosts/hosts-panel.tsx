import type { Cluster } from "@muster/contract";
import {
  Alert,
  AlertActionCloseButton,
  EmptyState,
  EmptyStateBody,
  FormSelect,
  FormSelectOption,
  SearchInput,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { HostRow } from "../live/host-row.ts";
import { hostRowsQuery } from "../live/live.ts";
import type { Scope } from "../live/protocol.ts";
import { Loaded } from "../parts/loaded.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { HostDrawer } from "./host-drawer.tsx";
import { findHosts, type HostColumn, type HostOrder, noFilter, statusesIn } from "./host-order.ts";
import { HostTable, openButtonId } from "./host-table.tsx";

type PanelProps = Readonly<{
  scope: Scope;
  /** The cluster all of these belong to, where it is one. */
  cluster: Pick<Cluster, "id" | "name" | "status"> | null;
  columns?: readonly HostColumn[];
  empty?: ReactNode;
}>;

/** Hosts of a scope: find, sort, select, act on many, open one. */
export function HostsPanel({ scope, ...rest }: PanelProps) {
  const query = useQuery(hostRowsQuery(scope));
  return (
    <Loaded query={query} what={texts.hosts.what}>
      {(rows) =>
        rows.length === 0 ? (
          (rest.empty ?? (
            <EmptyState titleText={texts.hosts.emptyTitle} headingLevel="h2">
              <EmptyStateBody>{texts.hosts.empty}</EmptyStateBody>
            </EmptyState>
          ))
        ) : (
          <Hosts rows={rows} {...rest} />
        )
      }
    </Loaded>
  );
}

function Hosts({
  rows,
  cluster,
  columns,
}: Omit<PanelProps, "scope" | "empty"> & Readonly<{ rows: readonly HostRow[] }>) {
  const mayEdit = useMayEdit();
  const navigate = useNavigate();
  const { host: openId = null } = useSearch({ strict: false });
  const [filter, setFilter] = useState(noFilter);
  const [order, setOrder] = useState<HostOrder>({ by: "name", descending: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // With many hosts that change, typing stays ahead of drawing.
  const settled = useDeferredValue(rows);
  const found = useMemo(() => findHosts(settled, filter, order), [settled, filter, order]);
  const open = openId === null ? undefined : rows.find(({ id }) => id === openId);
  const show = (host: string | undefined) => void navigate({ to: ".", search: host === undefined ? {} : { host } });
  // The keyboard goes on where it was when the details were opened.
  const close = (id: string) => {
    show(undefined);
    document.getElementById(openButtonId(id))?.focus();
  };
  // In the order of their names, also those a filter hides: numbers are given out in this order.
  const chosen = findHosts(
    rows.filter(({ id }) => selected.has(id)),
    noFilter,
    { by: "name", descending: false },
  );
  const table = (
    <>
      <Toolbar>
        <ToolbarContent>
          <ToolbarItem>
            <SearchInput
              aria-label={texts.hosts.search}
              title={texts.hosts.search}
              placeholder={texts.hosts.find}
              value={filter.words}
              onChange={(_, words) => setFilter((old) => ({ ...old, words }))}
              onClear={() => setFilter((old) => ({ ...old, words: "" }))}
            />
          </ToolbarItem>
          <ToolbarItem>
            <FormSelect
              aria-label={texts.hosts.status}
              value={filter.status}
              onChange={(_, status) => setFilter((old) => ({ ...old, status }))}
            >
              <FormSelectOption value="" label={texts.hosts.anyStatus} />
              {statusesIn(settled).map((status) => (
                <FormSelectOption key={status} value={status} label={texts.hostStatuses[status]} />
              ))}
            </FormSelect>
          </ToolbarItem>
          <ToolbarItem>
            <FormSelect
              aria-label={texts.hosts.role}
              value={filter.role}
              onChange={(_, role) => setFilter((old) => ({ ...old, role }))}
            >
              <FormSelectOption value="" label={texts.hosts.anyRole} />
              {Object.entries(texts.roles).map(([role, label]) => (
                <FormSelectOption key={role} value={role} label={label} />
              ))}
            </FormSelect>
          </ToolbarItem>
          {mayEdit && (
            <ToolbarItem>
              <BulkActions
                hosts={chosen}
                others={rows.filter(({ id }) => !selected.has(id)).map(({ name }) => name)}
                cluster={cluster}
                onDone={() => setSelected(new Set())}
              />
            </ToolbarItem>
          )}
          <ToolbarItem alignSelf="center">
            <span role="status" className="mu-muted">
              {chosen.length > 0 ? texts.hosts.selected(chosen.length) : texts.hosts.count(found.length, rows.length)}
            </span>
          </ToolbarItem>
        </ToolbarContent>
      </Toolbar>
      {found.length === 0 ? (
        <EmptyState titleText={texts.hosts.noMatch} headingLevel="h2" />
      ) : (
        <HostTable
          rows={found}
          {...(columns && { columns })}
          order={order}
          onOrder={setOrder}
          selected={selected}
          onSelect={mayEdit ? setSelected : undefined}
          openId={openId}
          onOpen={({ id }) => show(id)}
        />
      )}
    </>
  );
  return (
    <>
      {openId !== null && !open && (
        <Alert
          variant="warning"
          isInline
          role="alert"
          className="mu-gap"
          title={texts.hosts.goneTitle}
          actionClose={<AlertActionCloseButton onClose={() => show(undefined)} />}
        >
          {texts.hosts.gone}
        </Alert>
      )}
      {table}
      {/* Beside the page, not inside its scrolling part: above everything but dialogs. */}
      {open &&
        createPortal(
          <HostDrawer key={open.id} row={open} cluster={cluster} onClose={() => close(open.id)} />,
          document.body,
        )}
    </>
  );
}
