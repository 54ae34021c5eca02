import type { clusterFileHandlers } from "../routes/cluster-files.ts";
import type { clusterSettingHandlers } from "../routes/cluster-settings.ts";
import type { clusterHandlers } from "../routes/clusters.ts";
import type { eventHandlers } from "../routes/events.ts";
import type { hostProtocolHandlers } from "../routes/host-protocol.ts";
import type { hostHandlers } from "../routes/hosts.ts";
import type { infraEnvFileHandlers } from "../routes/infra-env-files.ts";
import type { infraEnvHandlers } from "../routes/infra-envs.ts";
import type { logHandlers } from "../routes/logs.ts";
import type { manifestHandlers } from "../routes/manifests.ts";
import type { operatorHandlers } from "../routes/operators.ts";
import type { versionHandlers } from "../routes/versions.ts";

/** The operations that those of 2021 are translated into: there is no second implementation of anything. */
export type Today = ReturnType<typeof clusterHandlers> &
  ReturnType<typeof clusterSettingHandlers> &
  ReturnType<typeof clusterFileHandlers> &
  ReturnType<typeof logHandlers> &
  ReturnType<typeof manifestHandlers> &
  ReturnType<typeof infraEnvHandlers> &
  ReturnType<typeof infraEnvFileHandlers> &
  ReturnType<typeof hostHandlers> &
  ReturnType<typeof hostProtocolHandlers> &
  ReturnType<typeof operatorHandlers> &
  ReturnType<typeof eventHandlers> &
  ReturnType<typeof versionHandlers>;
