import type { Cluster } from "@muster/contract";
import {
  DrawerActions,
  DrawerCloseButton,
  DrawerHead,
  DrawerPanelBody,
  DrawerPanelContent,
  Tab,
  Tabs,
  TabTitleText,
  Title,
} from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
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
import { mayDo } from "./host-actions.ts";
import { HostButtons } from "./host-buttons.tsx";
import { HostChecks } from "./host-checks.tsx";
import { HostEdit } from "./host-edit.tsx";
import { HostHardware } from "./host-hardware.tsx";
import { HostNetwork } from "./host-network.tsx";

type TabName = keyof typeof texts.hosts.tabs;

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
  return (
    <DrawerPanelContent isResizable defaultSize="44rem" minSize="22rem">
      <DrawerHead>
        <Title headingLevel="h2" size="lg">
          {row.name}
        </Title>
        <div className="mu-row">
          <HostStatusLabel status={row.status} />
          <span className="mu-muted">{texts.hosts.since(duration(now - row.statusSince))}</span>
        </div>
        <p>{row.statusInfo}</p>
        {mayEdit && <HostButtons row={row} circumstances={circumstances} />}
        <DrawerActions>
          <DrawerCloseButton onClose={onClose} />
        </DrawerActions>
      </DrawerHead>
      <DrawerPanelBody>
        <Tabs
          activeKey={tab}
          onSelect={(_, key) =>
            setTab(Object.keys(texts.hosts.tabs).find((name): name is TabName => name === key) ?? "checks")
          }
          aria-label={texts.general.details}
        >
          {Object.entries(texts.hosts.tabs)
            .filter(([name]) => name !== "edit" || isEditable)
            .map(([name, label]) => (
              <Tab key={name} eventKey={name} title={<TabTitleText>{label}</TabTitleText>} />
            ))}
        </Tabs>
        <div className="mu-tab-body">
          {tab === "checks" && <HostChecks row={row} cluster={cluster} />}
          {tab === "events" && <EventList filter={{ host_id: row.id, cluster_id: row.clusterId ?? undefined }} />}
          {tab !== "checks" && tab !== "events" && (
            <Loaded query={query} what={texts.hosts.one}>
              {(host) => {
                switch (tab) {
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
          )}
        </div>
      </DrawerPanelBody>
    </DrawerPanelContent>
  );
}
