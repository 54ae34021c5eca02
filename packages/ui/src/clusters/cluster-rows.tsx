import type { LeanCluster } from "@muster/contract";
import { Button, Progress } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { Link } from "@tanstack/react-router";
import { instant } from "../live/host-row.ts";
import { duration, moment } from "../parts/amounts.ts";
import { ClusterStatusLabel } from "../parts/status-label.tsx";
import { useNow } from "../parts/use-now.ts";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { type ClusterOrder, mayDelete, progressOf, type SortKey, sortKeys, statusGroups } from "./cluster-table.ts";
import { isDraft } from "./cluster-view.ts";

export function ClusterRows({
  clusters,
  order,
  onOrder,
  onDelete,
}: Readonly<{
  clusters: readonly LeanCluster[];
  order: ClusterOrder;
  onOrder: (order: ClusterOrder) => void;
  onDelete: (cluster: LeanCluster) => void;
}>) {
  const now = useNow();
  const mayEdit = useMayEdit();
  const { columns } = texts.clusters;
  const sortable = (by: SortKey) => ({
    columnIndex: sortKeys.indexOf(by),
    sortBy: { index: sortKeys.indexOf(order.by), direction: order.descending ? ("desc" as const) : ("asc" as const) },
    onSort: () => onOrder({ by, descending: by === order.by && !order.descending }),
  });
  return (
    <Table aria-label={texts.clusters.title} variant="compact">
      <Thead>
        <Tr>
          {sortKeys.map((key) => (
            <Th key={key} sort={sortable(key)} modifier="nowrap">
              {columns[key]}
            </Th>
          ))}
          {mayEdit && <Th screenReaderText={texts.general.actions} />}
        </Tr>
      </Thead>
      <Tbody>
        {clusters.map((cluster) => (
          <Tr key={cluster.id}>
            <Td dataLabel={columns.name} className="mu-name">
              <Link to="/clusters/$clusterId" params={{ clusterId: cluster.id }}>
                {cluster.name}
              </Link>
            </Td>
            <Td dataLabel={columns.status}>
              <ClusterStatusLabel status={cluster.status} />
            </Td>
            <Td dataLabel={columns.hosts} className="mu-number">
              {hostsOf(cluster)}
            </Td>
            <Td dataLabel={columns.progress}>
              <InstallProgress cluster={cluster} />
            </Td>
            <Td dataLabel={columns.version}>{cluster.openshift_version}</Td>
            <Td dataLabel={columns.domain}>{cluster.base_dns_domain}</Td>
            <Td dataLabel={columns.age} className="mu-number" title={moment(instant(cluster.created_at))}>
              {duration(now - instant(cluster.created_at))}
            </Td>
            {mayEdit && (
              <Td>
                {mayDelete(cluster) && (
                  <Button
                    variant="link"
                    isInline
                    isDanger
                    aria-label={texts.clusters.deleteTitle(cluster.name ?? "")}
                    onClick={() => onDelete(cluster)}
                  >
                    {texts.general.delete}
                  </Button>
                )}
              </Td>
            )}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

/** Readiness matters until the installation begins. */
function hostsOf({ status, ready_host_count: ready = 0, total_host_count: total = 0 }: LeanCluster): string {
  return isDraft({ status }) ? texts.clusters.hostsReady(ready, total) : texts.clusters.hosts(total);
}

function InstallProgress({ cluster }: Readonly<{ cluster: LeanCluster }>) {
  if (!(statusGroups.underWay as readonly string[]).includes(cluster.status)) return "–";
  return (
    <Progress size="sm" value={progressOf(cluster)} aria-label={`${texts.clusters.columns.progress} ${cluster.name}`} />
  );
}
