import type { HostTypeHardwareRequirementsWrapper } from "@muster/contract";
import { ExpandableSection } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { useQuery } from "@tanstack/react-query";
import { requirementsQuery } from "../api/queries.ts";
import { diskSize, memory } from "../parts/amounts.ts";
import { Loaded } from "../parts/loaded.tsx";
import { texts } from "../texts/index.ts";

/** What hardware the cluster and its operators ask of each host. */
export function Requirements({ clusterId }: Readonly<{ clusterId: string }>) {
  const query = useQuery(requirementsQuery(clusterId));
  const t = texts.operators;
  return (
    <ExpandableSection toggleText={t.requirements} className="mu-subtitle">
      <Loaded query={query} what={t.requirementsWhat}>
        {({ ocp = {}, operators = [] }) => (
          <Table variant="compact" aria-label={t.requirements}>
            <Thead>
              <Tr>
                <Th>{texts.clusters.columns.name}</Th>
                <Th>{t.controlPlane}</Th>
                <Th>{t.worker}</Th>
              </Tr>
            </Thead>
            <Tbody>
              <Row name={texts.clusters.one} needs={ocp} />
              {operators.map(({ operator_name = "", requirements = {} }) => (
                <Row key={operator_name} name={operator_name} needs={requirements} />
              ))}
            </Tbody>
          </Table>
        )}
      </Loaded>
    </ExpandableSection>
  );
}

function Row({ name, needs }: Readonly<{ name: string; needs: HostTypeHardwareRequirementsWrapper }>) {
  return (
    <Tr>
      <Td dataLabel={texts.clusters.columns.name}>{name}</Td>
      <Td dataLabel={texts.operators.controlPlane}>{amounts(needs.master)}</Td>
      <Td dataLabel={texts.operators.worker}>{amounts(needs.worker)}</Td>
    </Tr>
  );
}

function amounts(needs: HostTypeHardwareRequirementsWrapper["master"]): string {
  const { cpu_cores = 0, ram_mib = 0, disk_size_gb = 0 } = needs?.quantitative ?? {};
  if (cpu_cores + ram_mib + disk_size_gb === 0) return "–";
  return texts.operators.hardware(cpu_cores, memory(ram_mib * 1_024 ** 2), diskSize(disk_size_gb * 1e9));
}
