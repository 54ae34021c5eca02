import type { Handlers } from "./http/handler.ts";
import { accessHandlers } from "./routes/access.ts";
import { clusterFileHandlers } from "./routes/cluster-files.ts";
import { clusterSettingHandlers } from "./routes/cluster-settings.ts";
import { clusterHandlers } from "./routes/clusters.ts";
import { eventHandlers } from "./routes/events.ts";
import { hostProtocolHandlers } from "./routes/host-protocol.ts";
import { hostHandlers } from "./routes/hosts.ts";
import { imageHandlers } from "./routes/images.ts";
import { infraEnvFileHandlers } from "./routes/infra-env-files.ts";
import { infraEnvHandlers } from "./routes/infra-envs.ts";
import { logHandlers } from "./routes/logs.ts";
import { manifestHandlers } from "./routes/manifests.ts";
import { musterHandlers } from "./routes/muster.ts";
import { operatorHandlers } from "./routes/operators.ts";
import { serviceHandlers } from "./routes/service.ts";
import { v1ClusterHandlers } from "./routes/v1-clusters.ts";
import { v1FileHandlers } from "./routes/v1-files.ts";
import { v1HostHandlers } from "./routes/v1-hosts.ts";
import { v1NeighbourHandlers } from "./routes/v1-neighbours.ts";
import { versionHandlers } from "./routes/versions.ts";
import type { Service } from "./service.ts";
import type { Database } from "./store/database.ts";
import { OwnInfraEnvs } from "./v1/own-infra-env.ts";

/** Every operation that is built. `npm run coverage:api` compares this with the contract. */
export function allHandlers(service: Service, database: Pick<Database, "ping">): Handlers {
  const today = {
    ...clusterHandlers(service),
    ...clusterSettingHandlers(service),
    ...clusterFileHandlers(service),
    ...manifestHandlers(service),
    ...logHandlers(service),
    ...infraEnvHandlers(service),
    ...infraEnvFileHandlers(service),
    ...imageHandlers(service),
    ...hostHandlers(service),
    ...hostProtocolHandlers(service),
    ...operatorHandlers(service),
    ...eventHandlers(service),
    ...accessHandlers(service),
    ...versionHandlers(service),
    ...musterHandlers(service),
    ...serviceHandlers(service, { ping: database.ping, stoodStillFor: () => service.aggregates.writer.stoodStillFor }),
  };
  const ownInfraEnvs = new OwnInfraEnvs(service);
  return {
    ...today,
    ...v1ClusterHandlers(service, today, ownInfraEnvs),
    ...v1FileHandlers(service, today, ownInfraEnvs),
    ...v1HostHandlers(service, today, ownInfraEnvs),
    ...v1NeighbourHandlers(service, today, ownInfraEnvs),
  };
}
