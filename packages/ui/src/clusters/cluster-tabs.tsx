import type { Cluster } from "@muster/contract";
import { Nav, NavItem, NavList } from "@patternfly/react-core";
import { Link, useLocation } from "@tanstack/react-router";
import { texts } from "../texts/index.ts";
import { mainView } from "./cluster-view.ts";

/** A cluster's pages. Which is first depends on how far the cluster is. */
export function ClusterTabs({ cluster }: Readonly<{ cluster: Cluster }>) {
  const { pathname } = useLocation();
  const { tabs } = texts.clusters;
  const params = { clusterId: cluster.id };
  const view = mainView(cluster);
  const isAt = (part: string) => pathname.startsWith(`/clusters/${cluster.id}/${part}`);
  return (
    <Nav variant="horizontal-subnav" aria-label={cluster.name ?? ""} className="mu-gap">
      <NavList>
        {view === "setup" && (
          <NavItem itemId="setup" isActive={isAt("setup")}>
            <Link to="/clusters/$clusterId" params={params}>
              {tabs.setup}
            </Link>
          </NavItem>
        )}
        {view === "add-hosts" && (
          <NavItem itemId="add-hosts" isActive={isAt("add-hosts")}>
            <Link to="/clusters/$clusterId/add-hosts" params={params}>
              {tabs.addHosts}
            </Link>
          </NavItem>
        )}
        {view !== "setup" && (
          <NavItem itemId="installation" isActive={isAt("installation")}>
            <Link to="/clusters/$clusterId/installation" params={params}>
              {tabs.installation}
            </Link>
          </NavItem>
        )}
        <NavItem itemId="hosts" isActive={isAt("hosts")}>
          <Link to="/clusters/$clusterId/hosts" params={params}>
            {tabs.hosts}
          </Link>
        </NavItem>
        <NavItem itemId="connectivity" isActive={isAt("connectivity")}>
          <Link to="/clusters/$clusterId/connectivity" params={params}>
            {tabs.connectivity}
          </Link>
        </NavItem>
        <NavItem itemId="events" isActive={isAt("events")}>
          <Link to="/clusters/$clusterId/events" params={params}>
            {tabs.events}
          </Link>
        </NavItem>
      </NavList>
    </Nav>
  );
}
