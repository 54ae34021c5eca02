// Every scenario. To add one: a file in scenarios/ and a row here. Those that load a server use startServer and runLoad.
import type { Scenario } from "./scenario.ts";
import { agents, agentsPostgres } from "./scenarios/agents.ts";
import { cli } from "./scenarios/cli.ts";
import { databaseSize } from "./scenarios/database-size.ts";
import { feed } from "./scenarios/feed.ts";
import { fleet, fleetPostgres } from "./scenarios/fleet.ts";
import { imageNetworks } from "./scenarios/image-networks.ts";
import { images } from "./scenarios/images.ts";
import { installs, installsPostgres } from "./scenarios/installs.ts";
import { largeCluster } from "./scenarios/large-cluster.ts";
import { replicas } from "./scenarios/replicas.ts";
import { start } from "./scenarios/start.ts";

export const scenarios: readonly Scenario[] = [
  start,
  cli,
  agents,
  agentsPostgres,
  largeCluster,
  databaseSize,
  feed,
  fleet,
  fleetPostgres,
  installs,
  installsPostgres,
  replicas,
  images,
  imageNetworks,
];
