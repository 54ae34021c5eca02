// Every text a person reads, in one place, ready to be translated: a second language is a second object of this type.
import { addHosts } from "./add-hosts.ts";
import { app } from "./app.ts";
import * as checks from "./checks.ts";
import { clusters } from "./clusters.ts";
import { connectivity } from "./connectivity.ts";
import { details } from "./details.ts";
import { discovery } from "./discovery.ts";
import { events } from "./events.ts";
import { general } from "./general.ts";
import { hosts } from "./hosts.ts";
import { infraEnvs } from "./infra-envs.ts";
import { installation } from "./installation.ts";
import { login } from "./login.ts";
import { manifests } from "./manifests.ts";
import { networking } from "./networking.ts";
import { operators } from "./operators.ts";
import { overview } from "./overview.ts";
import { review } from "./review.ts";
import { staticNetwork } from "./static-network.ts";
import * as statuses from "./statuses.ts";
import { storage } from "./storage.ts";
import { wizard } from "./wizard.ts";

export const texts = {
  addHosts,
  app,
  clusters,
  connectivity,
  details,
  discovery,
  events,
  general,
  hosts,
  infraEnvs,
  installation,
  login,
  manifests,
  networking,
  operators,
  overview,
  review,
  staticNetwork,
  storage,
  wizard,
  ...checks,
  ...statuses,
} as const;
