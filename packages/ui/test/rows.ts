// Rows and clusters for tests: the usual case in one line, the body of a test shows what matters.
import type { Cluster } from "@muster/contract";
import type { Check } from "../src/live/checks.ts";
import type { HostRow } from "../src/live/host-row.ts";

export const aRow = (fields: Partial<HostRow> = {}): HostRow => ({
  id: "h1",
  infraEnvId: "i1",
  clusterId: "c1",
  kind: "Host",
  name: "host-1",
  status: "known",
  statusInfo: "",
  statusSince: 0,
  role: "auto-assign",
  suggestedRole: "master",
  bootstrap: false,
  cores: 8,
  memoryBytes: 16 * 1_024 ** 3,
  disks: 1,
  diskBytes: 120e9,
  model: "",
  serial: "",
  address: "192.0.2.1",
  stage: null,
  stageInfo: "",
  stageSince: 0,
  stageTimedOut: false,
  stages: [],
  percent: 0,
  discoveredAt: 0,
  installDisk: "/dev/sda",
  hasLogs: false,
  checks: [],
  ...fields,
});

export const aCheck = (id: string, status: Check["status"], group = "hardware"): Check => ({
  id,
  group,
  status,
  message: status === "success" ? "" : `about ${id}`,
});

export const aCluster = (fields: Partial<Cluster> = {}): Cluster => ({
  kind: "Cluster",
  id: "c1",
  href: "",
  image_info: {},
  status: "insufficient",
  status_info: "",
  name: "lab",
  base_dns_domain: "example.com",
  openshift_version: "4.22.9",
  control_plane_count: 3,
  platform: { type: "baremetal" },
  ...fields,
});

export const validations = (...checks: Check[]): string => JSON.stringify(Object.groupBy(checks, ({ group }) => group));
