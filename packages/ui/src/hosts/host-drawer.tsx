import type { Cluster } from "@muster/contract";
import { Button, Tab, Tabs, TabTitleText, Title } from "@patternfly/react-core";
import TimesIcon from "@patternfly/react-icons/dist/esm/icons/times-icon";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { hostQuery } from "../api/queries.ts";
import { EventList } from "../events/event-list.tsx";
import type { HostRow } from "../live/host-row.ts";
import { duration } from "../parts/amounts.ts";
import { Loaded } from "../parts/loaded.tsx";
import { HostStatusLabel } from "../parts/status-label.tsx";
import { useNow } from "../parts/use-now.ts";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { DiskTable } from "./disk-table.tsx";
import { failuresOf } from "./failures.ts";
import { mayDo } from "./host-actions.ts";
import { HostButtons } from "./host-buttons.tsx";
import { HostChecks } from "./host-checks.tsx";
import { HostEdit } from "./host-edit.tsx";
import { HostHardware } from "./host-hardware.tsx";
import { HostNetwork } from "./host-network.tsx";

const tabNames = ["checks", "hardware", "disks", "network", "edit", "events"] as const;
type TabName = (typeof tabNames)[number];

/** Everything about one host, beside the table. */
export function HostDrawer({
  row,
  cluster,
  onClose,
}: Readonly<{ row: HostRow; cluster: Pick<Cluster, "id" | "name" | "status"> | null; onClose: () => void }>) {
  const now = useNow(1_000);
  const mayEdit = useMayEdit();
  const [tab, setTab] = useState<TabName>("checks");
  const query = useQuery(hostQuery(row.infraEnvId, row.id));
  const circumstances = { status: row.status, hasLogs: row.hasLogs, cluster: cluster?.status ?? null };
  const isEditable = mayEdit && mayDo("edit", circumstances);
  const panel = useRef<HTMLElement>(null);
  // Opened beside the table, it takes the keyboard's focus; Escape gives the page back.
  useEffect(() => panel.current?.querySelector<HTMLElement>("#host-title")?.focus(), []);
  // A dialog opened from here is closed by its own Escape, and React passes that key on to here, too.
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && !document.querySelector('[aria-modal="true"]')) onClose();
  };
  const content = (name: TabName) => {
    if (name === "checks") return <HostChecks row={row} cluster={cluster} />;
    if (name === "events") return <EventList filter={{ host_id: row.id, cluster_id: row.clusterId ?? undefined }} />;
    return (
      <Loaded query={query} what={texts.hosts.one}>
        {(host) => {
          switch (name) {
            case "hardware":
              return <HostHardware host={host} />;
            case "disks":
              return <DiskTable host={host} isEditable={isEditable} />;
            case "network":
              return <HostNetwork host={host} />;
            case "edit":
              return <HostEdit host={host} isRoleOpen={cluster !== null} />;
          }
        }}
      </Loaded>
    );
  };
  return (
    <aside className="mu-panel" aria-labelledby="host-title" ref={panel} onKeyDown={closeOnEscape}>
      <div className="mu-spread">
        <Title headingLevel="h2" size="lg" id="host-title" tabIndex={-1}>
          {row.name}
        </Title>
        <Button variant="plain" aria-label={texts.hosts.close} icon={<TimesIcon />} onClick={onClose} />
      </div>
      <div className="mu-row">
        <HostStatusLabel status={row.status} />
        <span className="mu-muted">{texts.hosts.since(duration(now - row.statusSince))}</span>
      </div>
      {/* It repeats the failing checks, which are told one by one below. */}
      {failuresOf(row.checks).failed === 0 && <p>{row.statusInfo}</p>}
      {mayEdit && (
        <div className="mu-subtitle">
          <HostButtons row={row} circumstances={circumstances} />
        </div>
      )}
      <Tabs
        activeKey={tab}
        mountOnEnter
        unmountOnExit
        aria-label={texts.general.details}
        onSelect={(_, key) => setTab(tabNames.find((name) => name === key) ?? "checks")}
      >
        {tabNames
          .filter((name) => name !== "edit" || isEditable)
          .map((name) => (
            <Tab key={name} eventKey={name} title={<TabTitleText>{texts.hosts.tabs[name]}</TabTitleText>}>
              <div className="mu-tab-body">{content(name)}</div>
            </Tab>
          ))}
      </Tabs>
    </aside>
  );
}
