import type { Host } from "@muster/contract";
import { Title } from "@patternfly/react-core";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { texts } from "../texts/index.ts";
import { inventoryOf } from "./inventory.ts";

export function HostNetwork({ host }: Readonly<{ host: Host }>) {
  const { interfaces = [], routes = [] } = inventoryOf(host);
  const t = texts.hosts.network;
  return (
    <>
      <Table variant="compact" aria-label={texts.hosts.tabs.network}>
        <Thead>
          <Tr>
            <Th>{t.nic}</Th>
            <Th>{t.mac}</Th>
            <Th>{t.addresses}</Th>
            <Th>{t.speed}</Th>
            <Th>{t.carrier}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {interfaces.map((nic) => (
            <Tr key={nic.name}>
              <Td dataLabel={t.nic}>{nic.name}</Td>
              <Td dataLabel={t.mac}>
                <code>{nic.mac_address}</code>
              </Td>
              <Td dataLabel={t.addresses}>
                {[...(nic.ipv4_addresses ?? []), ...(nic.ipv6_addresses ?? [])].map((address) => (
                  <div key={address}>{address}</div>
                ))}
              </Td>
              <Td dataLabel={t.speed}>{(nic.speed_mbps ?? 0) > 0 ? t.mbps(nic.speed_mbps ?? 0) : "–"}</Td>
              <Td dataLabel={t.carrier}>{nic.has_carrier ? t.up : t.down}</Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      <Title headingLevel="h3" size="md" className="mu-subtitle">
        {t.routes}
      </Title>
      <Table variant="compact" aria-label={t.routes}>
        <Thead>
          <Tr>
            <Th>{t.destination}</Th>
            <Th>{t.gateway}</Th>
            <Th>{t.nic}</Th>
            <Th>{t.metric}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {routes.map((route) => (
            <Tr key={`${route.destination} ${route.gateway} ${route.interface} ${route.metric}`}>
              <Td dataLabel={t.destination}>{route.destination}</Td>
              <Td dataLabel={t.gateway}>{route.gateway}</Td>
              <Td dataLabel={t.nic}>{route.interface}</Td>
              <Td dataLabel={t.metric}>{route.metric}</Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  );
}
