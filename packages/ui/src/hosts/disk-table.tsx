import type { Host } from "@muster/contract";
import { Button, Label } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useMutation } from "@tanstack/react-query";
import { updateHost } from "../api/actions.ts";
import { diskSize } from "../parts/amounts.ts";
import { Refusal } from "../parts/refusal.tsx";
import { texts } from "../texts/index.ts";
import { type DiskRow, diskRows } from "./disk-choice.ts";

/** Disks with what they may be used for, and why not. */
export function DiskTable({ host, isEditable }: Readonly<{ host: Host; isEditable: boolean }>) {
  const t = texts.hosts.disks;
  const change = useMutation({
    mutationFn: (body: Parameters<typeof updateHost>[1]) =>
      updateHost({ id: host.id, infraEnvId: host.infra_env_id ?? "" }, body),
  });
  return (
    <>
      <Refusal title={texts.general.notSaved} error={change.error} onClose={change.reset} />
      <Table variant="compact" aria-label={texts.hosts.tabs.disks}>
        <Thead>
          <Tr>
            <Th>{t.name}</Th>
            <Th>{t.size}</Th>
            <Th>{t.type}</Th>
            <Th>{t.model}</Th>
            <Th>{t.use}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {diskRows(host).map((row) => (
            <Tr key={row.id}>
              <Td dataLabel={t.name}>
                {row.disk.name ?? row.disk.path}
                {row.speedMs !== null && <div className="mu-muted">{t.speed(row.speedMs)}</div>}
              </Td>
              <Td dataLabel={t.size} modifier="nowrap">
                {diskSize(row.disk.size_bytes ?? 0)}
              </Td>
              <Td dataLabel={t.type}>{row.disk.drive_type}</Td>
              <Td dataLabel={t.model}>
                {row.disk.model}
                <div className="mu-muted">{row.disk.serial}</div>
              </Td>
              <Td dataLabel={t.use}>
                <DiskUse
                  row={row}
                  isEditable={isEditable}
                  // Buttons stay: a keyboard's focus would be lost with them.
                  onChange={(body) => change.isPending || change.mutate(body)}
                />
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  );
}

function DiskUse({
  row,
  isEditable,
  onChange,
}: Readonly<{ row: DiskRow; isEditable: boolean; onChange: (body: Parameters<typeof updateHost>[1]) => void }>) {
  const t = texts.hosts.disks;
  const { id, format } = row;
  return (
    <>
      {row.isInstall && <Label status="info">{t.isInstall}</Label>}
      {!row.isInstall && row.eligible && isEditable && (
        <Button variant="link" isInline onClick={() => onChange({ disks_selected_config: [{ id, role: "install" }] })}>
          {t.install}
        </Button>
      )}
      {!row.isInstall && row.eligible && !isEditable && t.eligible}
      {!row.eligible && (
        <>
          {t.notEligible}: {row.reasons.join("; ")}
        </>
      )}
      {format !== "untouched" && !row.isInstall && (
        <div>
          {format === "erased" ? t.formatted : t.kept}
          {isEditable && (
            <Button
              variant="link"
              isInline
              className="mu-inline-action"
              onClick={() =>
                onChange({ disks_skip_formatting: [{ disk_id: id, skip_formatting: format === "erased" }] })
              }
            >
              {format === "erased" ? t.keep : t.format}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
