// The REST API as its users see it, one subject per file, all at one service.
import "./api/clusters.ts";
import "./api/infra-envs.ts";
import "./api/hosts.ts";
import "./api/pool.ts";
import "./api/events.ts";
import "./api/manifests.ts";
import "./api/catalogues.ts";
import "./api/cluster-files.ts";
import "./api/interruptions.ts";
import "./api/agent-faults.ts";
