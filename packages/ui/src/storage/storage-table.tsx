import { EmptyState } from "@patternfly/react-core";
import { ExpandableRowContent, Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hostQuery } from "../api/queries.ts";
import { DiskTable } from "../hosts/disk-table.tsx";
import { roleText } from "../hosts/host-table.tsx";
import type { HostRow } from "../live/host-row.ts";
import { hostRowsQuery } from "../live/live.ts";
import { diskSize } from "../parts/amounts.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Pager, usePage } from "../parts/pager.tsx";
import { texts } from "../texts/index.ts";

/** Each host with its installation disk; opened, all of its disks. */
export function StorageTable({ clusterId, isEditable }: Readonly<{ clusterId: string; isEditable: boolean }>) {
  const query = useQuery(hostRowsQuery({ cluster_id: clusterId }));
  return (
    <Loaded query={query} what={texts.hosts.what}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState titleText={texts.hosts.emptyTitle} headingLevel="h3" />
        ) : (
          <Rows rows={rows} isEditable={isEditable} />
        )
      }
    </Loaded>
  );
}

function Rows({ rows, isEditable }: Readonly<{ rows: readonly HostRow[]; isEditable: boolean }>) {
  const [open, setOpen] = useState<string | null>(null);
  const page = usePage(rows.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true })));
  const { columns } = texts.storage;
  return (
    <>
      <Table variant="compact" aria-label={texts.wizard.steps.storage}>
        <Thead>
          <Tr>
            <Th screenReaderText={texts.storage.open} />
            <Th>{columns.name}</Th>
            <Th>{columns.role}</Th>
            <Th>{columns.installDisk}</Th>
            <Th>{columns.disks}</Th>
            <Th>{columns.total}</Th>
          </Tr>
        </Thead>
        {page.items.map((row, index) => (
          <Tbody key={row.id} isExpanded={row.id === open}>
            <Tr>
              <Td
                expand={{
                  rowIndex: index,
                  isExpanded: row.id === open,
                  onToggle: () => setOpen(row.id === open ? null : row.id),
                }}
              />
              <Td dataLabel={columns.name} className="mu-name">
                {row.name}
              </Td>
              <Td dataLabel={columns.role}>{roleText(row)}</Td>
              <Td dataLabel={columns.installDisk}>{row.installDisk || "–"}</Td>
              <Td dataLabel={columns.disks}>{row.disks}</Td>
              <Td dataLabel={columns.total} modifier="nowrap">
                {diskSize(row.diskBytes)}
              </Td>
            </Tr>
            {row.id === open && (
              <Tr isExpanded>
                <Td colSpan={6}>
                  <ExpandableRowContent>
                    <Disks row={row} isEditable={isEditable} />
                  </ExpandableRowContent>
                </Td>
              </Tr>
            )}
          </Tbody>
        ))}
      </Table>
      <Pager {...page} />
    </>
  );
}

function Disks({ row, isEditable }: Readonly<{ row: HostRow; isEditable: boolean }>) {
  const query = useQuery(hostQuery(row.infraEnvId, row.id));
  return (
    <Loaded query={query} what={texts.hosts.one}>
      {(host) => <DiskTable host={host} isEditable={isEditable} />}
    </Loaded>
  );
}
