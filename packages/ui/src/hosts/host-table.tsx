// A table of hosts that draws only the rows on the screen: ten or ten thousand cost the same.
import { Progress } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type Dispatch, memo, type SetStateAction, useRef } from "react";
import { effectiveRole, type HostRow } from "../live/host-row.ts";
import { diskSize, memory } from "../parts/amounts.ts";
import { HostStatusLabel } from "../parts/status-label.tsx";
import { texts } from "../texts/index.ts";
import { failuresOf } from "./failures.ts";
import { type HostColumn, type HostOrder, hostColumns } from "./host-order.ts";

const rowHeight = 45;

export type HostTableProps = Readonly<{
  rows: readonly HostRow[];
  columns?: readonly HostColumn[];
  order: HostOrder;
  onOrder: (order: HostOrder) => void;
  selected: ReadonlySet<string>;
  /** Absent when nothing can be done with a selection. */
  onSelect?: Dispatch<SetStateAction<ReadonlySet<string>>> | undefined;
  openId: string | null;
  onOpen: (row: HostRow) => void;
}>;

/** What opens a host: the keyboard comes back to it. */
export const openButtonId = (hostId: string): string => `open-${hostId}`;

export function HostTable({
  rows,
  columns = hostColumns,
  order,
  onOrder,
  selected,
  onSelect,
  openId,
  onOpen,
}: HostTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = columns.length + (onSelect ? 1 : 0);
  const toggle = (id: string, on: boolean) =>
    onSelect?.((old) => {
      const next = new Set(old);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  const allSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls
    <section className="mu-host-frame" ref={frame} tabIndex={0} aria-label={texts.hosts.title}>
      <Table
        aria-label={texts.hosts.title}
        variant="compact"
        gridBreakPoint=""
        isStickyHeader
        aria-rowcount={rows.length + 1}
      >
        <Thead>
          <Tr>
            {onSelect && (
              <Th
                aria-label={texts.hosts.selectAll}
                select={{
                  isSelected: allSelected,
                  onSelect: (_, on) => onSelect(new Set(on ? rows.map(({ id }) => id) : [])),
                }}
              />
            )}
            {columns.map((column) => (
              <Th
                key={column}
                className={`mu-host-${column}`}
                modifier="nowrap"
                sort={{
                  columnIndex: columns.indexOf(column),
                  sortBy: { index: columns.indexOf(order.by), direction: order.descending ? "desc" : "asc" },
                  onSort: () => onOrder({ by: column, descending: column === order.by && !order.descending }),
                }}
              >
                {texts.hosts.columns[column]}
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          <Spacer height={before} width={width} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <HostTableRow
                  key={row.id}
                  row={row}
                  index={index}
                  columns={columns}
                  isSelected={selected.has(row.id)}
                  isOpen={row.id === openId}
                  onToggle={onSelect && toggle}
                  onOpen={onOpen}
                />
              )
            );
          })}
          <Spacer height={after} width={width} />
        </Tbody>
      </Table>
    </section>
  );
}

function Spacer({ height, width }: Readonly<{ height: number; width: number }>) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={width} style={{ blockSize: height, padding: 0 }} />
    </tr>
  );
}

type RowProps = Readonly<{
  row: HostRow;
  index: number;
  columns: readonly HostColumn[];
  isSelected: boolean;
  isOpen: boolean;
  onToggle: ((id: string, on: boolean) => void) | undefined;
  onOpen: (row: HostRow) => void;
}>;

const HostTableRow = memo(
  function HostTableRow({ row, index, columns, isSelected, isOpen, onToggle, onOpen }: RowProps) {
    return (
      <Tr isRowSelected={isOpen} aria-rowindex={index + 2} data-host={row.name}>
        {onToggle && (
          <Td
            aria-label={texts.hosts.select(row.name)}
            select={{
              rowIndex: index,
              isSelected,
              onSelect: (_, on) => onToggle(row.id, on),
            }}
          />
        )}
        {columns.map((column) => (
          <Td key={column} dataLabel={texts.hosts.columns[column]} modifier="nowrap" className={`mu-host-${column}`}>
            <Cell row={row} column={column} onOpen={onOpen} />
          </Td>
        ))}
      </Tr>
    );
  },
  // Functions are new with each drawing of the table; what is drawn depends on these alone.
  (one, other) =>
    one.row === other.row &&
    one.index === other.index &&
    one.isSelected === other.isSelected &&
    one.isOpen === other.isOpen &&
    one.columns === other.columns &&
    (one.onToggle === undefined) === (other.onToggle === undefined),
);

function Cell({ row, column, onOpen }: Readonly<{ row: HostRow; column: HostColumn; onOpen: (row: HostRow) => void }>) {
  switch (column) {
    case "name":
      return (
        <button
          type="button"
          id={openButtonId(row.id)}
          className="mu-link"
          title={row.name}
          onClick={() => onOpen(row)}
          aria-label={texts.hosts.open(row.name)}
        >
          {row.name}
        </button>
      );
    case "role":
      return roleText(row);
    case "status":
      return <StatusCell row={row} />;
    case "cores":
      return row.cores || "–";
    case "memory":
      return memory(row.memoryBytes);
    case "disks":
      return diskSize(row.diskBytes);
    case "address":
      return row.address || "–";
    case "progress":
      return row.stage === null ? (
        "–"
      ) : (
        <span title={row.stage}>
          <Progress
            size="sm"
            value={row.percent}
            aria-label={`${texts.hosts.columns.progress} ${row.name}: ${row.stage}`}
            {...(row.status === "error" && { variant: "danger" })}
          />
        </span>
      );
  }
}

export function roleText(row: HostRow): string {
  const role = texts.roles[row.role === "auto-assign" ? row.suggestedRole : row.role];
  const shown = row.role === "auto-assign" && effectiveRole(row) !== "auto-assign" ? texts.hosts.automatic(role) : role;
  return row.bootstrap ? `${shown}, ${texts.hosts.bootstrap}` : shown;
}

function StatusCell({ row }: Readonly<{ row: HostRow }>) {
  const { failed } = failuresOf(row.checks);
  return (
    <span title={[row.statusInfo, failed > 0 && texts.hosts.checksFailed(failed)].filter(Boolean).join(" ")}>
      <HostStatusLabel status={row.status} />
      {failed > 0 && <span className="mu-host-failed">{texts.hosts.failed(failed)}</span>}
    </span>
  );
}
