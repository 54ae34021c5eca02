// Every page and where it is. Pages are fetched when they are opened: the first one comes with little else.
import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { clustersQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { Layout } from "./layout.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { NotFound } from "./not-found.tsx";
import { RouteError } from "./route-error.tsx";

/** `host` opens that host's details; `from` is where to go after signing in. */
type Search = { host?: string; from?: string };

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const root = createRootRoute({
  component: Layout,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
  validateSearch: (search: Record<string, unknown>): Search => {
    const host = text(search.host);
    const from = text(search.from);
    return { ...(host !== undefined && { host }), ...(from !== undefined && { from }) };
  },
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/clusters" });
  },
});

const overview = createRoute({
  getParentRoute: () => root,
  path: "/overview",
  component: lazyPage("OverviewPage", async () => (await import("../overview/overview-page.tsx")).OverviewPage),
});

const clusters = createRoute({
  getParentRoute: () => root,
  path: "/clusters",
  // The list is on its way before the page's own code has arrived.
  loader: () => void queryClient.prefetchQuery(clustersQuery()),
  component: lazyPage("ClustersPage", async () => (await import("../clusters/clusters-page.tsx")).ClustersPage),
});

const newCluster = createRoute({
  getParentRoute: () => root,
  path: "/clusters/new",
  component: lazyPage("NewClusterPage", async () => (await import("../details/new-cluster-page.tsx")).NewClusterPage),
});

const cluster = createRoute({
  getParentRoute: () => root,
  path: "/clusters/$clusterId",
  component: lazyPage("ClusterPage", async () => (await import("../clusters/cluster-page.tsx")).ClusterPage),
});

const clusterStart = createRoute({
  getParentRoute: () => cluster,
  path: "/",
  component: lazyPage("ClusterStart", async () => (await import("../clusters/cluster-start.tsx")).ClusterStart),
});

const setup = createRoute({
  getParentRoute: () => cluster,
  path: "/setup/$step",
  component: lazyPage("SetupPage", async () => (await import("../wizard/setup-page.tsx")).SetupPage),
});

const installation = createRoute({
  getParentRoute: () => cluster,
  path: "/installation",
  component: lazyPage(
    "InstallationPage",
    async () => (await import("../installation/installation-page.tsx")).InstallationPage,
  ),
});

const addHosts = createRoute({
  getParentRoute: () => cluster,
  path: "/add-hosts",
  component: lazyPage("AddHostsPage", async () => (await import("../add-hosts/add-hosts-page.tsx")).AddHostsPage),
});

const clusterHosts = createRoute({
  getParentRoute: () => cluster,
  path: "/hosts",
  component: lazyPage("ClusterHosts", async () => (await import("../clusters/cluster-hosts.tsx")).ClusterHosts),
});

const connectivity = createRoute({
  getParentRoute: () => cluster,
  path: "/connectivity",
  component: lazyPage(
    "ConnectivityPage",
    async () => (await import("../connectivity/connectivity-page.tsx")).ConnectivityPage,
  ),
});

const clusterEvents = createRoute({
  getParentRoute: () => cluster,
  path: "/events",
  component: lazyPage("ClusterEvents", async () => (await import("../clusters/cluster-events.tsx")).ClusterEvents),
});

const hosts = createRoute({
  getParentRoute: () => root,
  path: "/hosts",
  component: lazyPage("HostsPage", async () => (await import("../hosts/hosts-page.tsx")).HostsPage),
});

const infraEnvs = createRoute({
  getParentRoute: () => root,
  path: "/infra-envs",
  component: lazyPage("InfraEnvsPage", async () => (await import("../infra-envs/infra-envs-page.tsx")).InfraEnvsPage),
});

const infraEnv = createRoute({
  getParentRoute: () => root,
  path: "/infra-envs/$infraEnvId",
  component: lazyPage("InfraEnvPage", async () => (await import("../infra-envs/infra-env-page.tsx")).InfraEnvPage),
});

const staticNetwork = createRoute({
  getParentRoute: () => root,
  path: "/infra-envs/$infraEnvId/network",
  component: lazyPage(
    "StaticNetworkPage",
    async () => (await import("../static-network/static-network-page.tsx")).StaticNetworkPage,
  ),
});

const events = createRoute({
  getParentRoute: () => root,
  path: "/events",
  component: lazyPage("EventsPage", async () => (await import("../events/events-page.tsx")).EventsPage),
});

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  component: lazyPage("LoginPage", async () => (await import("../login/login-page.tsx")).LoginPage),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    overview,
    clusters,
    newCluster,
    cluster.addChildren([clusterStart, setup, installation, addHosts, clusterHosts, connectivity, clusterEvents]),
    hosts,
    infraEnvs,
    infraEnv,
    staticNetwork,
    events,
    login,
  ]),
  defaultPreload: "intent",
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
