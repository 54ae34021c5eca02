import type { Cluster } from "@muster/contract";
import { Dropdown, DropdownItem, DropdownList, MenuToggle } from "@patternfly/react-core";
import { useState } from "react";
import type { HostRow } from "../live/host-row.ts";
import { texts } from "../texts/index.ts";
import { BindDialog } from "./bind-dialog.tsx";
import { type HostAction, mayDo } from "./host-actions.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import { UnbindDialog } from "./unbind-dialog.tsx";

const items = [
  { action: "edit", dialog: "rename", label: texts.hosts.rename },
  { action: "edit", dialog: "role", label: texts.hosts.setRole },
  { action: "bind", dialog: "bind", label: texts.hosts.bind },
  { action: "unbind", dialog: "unbind", label: texts.hosts.unbind },
  { action: "remove", dialog: "remove", label: texts.hosts.remove },
] as const satisfies readonly Readonly<{ action: HostAction; dialog: string; label: string }>[];

type Dialog = (typeof items)[number]["dialog"];

export type ChosenHosts = Readonly<{ hosts: readonly HostRow[]; onClose: () => void }>;

/** What can be done with every chosen host is offered; the rest is greyed out. */
export function BulkActions({
  hosts,
  others,
  cluster,
  onDone,
}: Readonly<{
  hosts: readonly HostRow[];
  others: readonly string[];
  cluster: Pick<Cluster, "status"> | null;
  onDone: () => void;
}>) {
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const allowed = (action: HostAction) =>
    hosts.length > 0 &&
    hosts.every(({ status, hasLogs, clusterId }) =>
      mayDo(action, { status, hasLogs, cluster: cluster?.status ?? (clusterId === null ? null : "insufficient") }),
    );
  const close = () => {
    setDialog(null);
    onDone();
  };
  const shared = { hosts, onClose: close };
  return (
    <>
      <Dropdown
        isOpen={open}
        onOpenChange={setOpen}
        onSelect={() => setOpen(false)}
        toggle={(ref) => (
          <MenuToggle ref={ref} isDisabled={hosts.length === 0} isExpanded={open} onClick={() => setOpen(!open)}>
            {texts.general.actions}
          </MenuToggle>
        )}
      >
        <DropdownList>
          {items.map(({ action, dialog: name, label }) => (
            <DropdownItem
              key={name}
              isDisabled={!allowed(action)}
              isDanger={name === "remove"}
              onClick={() => setDialog(name)}
            >
              {label}
            </DropdownItem>
          ))}
        </DropdownList>
      </Dropdown>
      {dialog === "rename" && <RenameDialog {...shared} others={others} />}
      {dialog === "role" && <RoleDialog {...shared} />}
      {dialog === "bind" && <BindDialog {...shared} />}
      {dialog === "unbind" && <UnbindDialog {...shared} />}
      {dialog === "remove" && <RemoveDialog {...shared} />}
    </>
  );
}
