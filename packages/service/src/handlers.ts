import type { Handlers } from "./http/handler.ts";
import { clusterFileHandlers } from "./routes/cluster-files.ts";
import { clusterSettingHandlers } from "./routes/cluster-settings.ts";
import { clusterHandlers } from "./routes/clusters.ts";
import { eventHandlers } from "./routes/events.ts";
import { hostProtocolHandlers } from "./routes/host-protocol.ts";
import { hostHandlers } from "./routes/hosts.ts";
import { infraEnvHandlers } from "./routes/infra-envs.ts";
import { logHandlers } from "./routes/logs.ts";
import { manifestHandlers } from "./routes/manifests.ts";
import { operatorHandlers } from "./routes/operators.ts";
import { serviceHandlers } from "./routes/service.ts";
import { versionHandlers } from "./routes/versions.ts";
import type { Service } from "./service.ts";
import type { Database } from "./store/database.ts";

/** Every operation that is built. `npm run coverage:api` compares this with the contract. */
export function allHandlers(service: Service, database: Pick<Database, "ping">): Handlers {
  return {
    ...clusterHandlers(service),
    ...clusterSettingHandlers(service),
    ...clusterFileHandlers(service),
    ...manifestHandlers(service),
    ...logHandlers(service),
    ...infraEnvHandlers(service),
    ...hostHandlers(service),
    ...hostProtocolHandlers(service),
    ...operatorHandlers(service),
    ...eventHandlers(service),
    ...versionHandlers(service),
    ...serviceHandlers(service, { ping: database.ping, refreshStoodStillFor: () => 0 }),
  };
}
