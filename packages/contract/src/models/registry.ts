// Every model by its name on the wire; the OpenAPI document and the round-trip tests walk this list.
import type { TSchema } from "typebox";
import * as cluster from "./cluster.ts";
import * as clusterParams from "./cluster-params.ts";
import * as connectivity from "./connectivity.ts";
import * as error from "./error.ts";
import * as event from "./event.ts";
import * as host from "./host.ts";
import * as infraEnv from "./infra-env.ts";
import * as inventory from "./inventory.ts";
import * as logs from "./logs.ts";
import * as manifest from "./manifest.ts";
import * as network from "./network.ts";
import * as operator from "./operator.ts";
import * as requirements from "./requirements.ts";
import * as step from "./step.ts";
import * as supportLevel from "./support-level.ts";
import * as validation from "./validation.ts";
import * as version from "./version.ts";

const exported: TSchema[] = [
  cluster,
  clusterParams,
  connectivity,
  error,
  event,
  host,
  infraEnv,
  inventory,
  logs,
  manifest,
  network,
  operator,
  requirements,
  step,
  supportLevel,
  validation,
  version,
].flatMap((file) => Object.values(file));

export const models: ReadonlyMap<string, TSchema> = new Map(
  exported.flatMap((schema) => ("title" in schema && typeof schema.title === "string" ? [[schema.title, schema]] : [])),
);
