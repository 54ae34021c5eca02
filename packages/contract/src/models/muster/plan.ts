import { type Static, Type } from "typebox";
import { Enumeration, Fields, Model, Uuid } from "../../schema.ts";
import { HostRole } from "../host.ts";
import { Cause } from "./explanation.ts";

const PlannedDisk = Fields({
  id: Type.String(),
  path: Type.String(),
  size_bytes: Type.Integer(),
  model: Type.Optional(Type.String()),
  serial: Type.Optional(Type.String()),
});

export const PlannedHost = Model("muster-planned-host", {
  id: Uuid(),
  hostname: Type.String(),
  role: HostRole,
  /** Whether a person chose the role or the service did. */
  role_from: Enumeration(["chosen", "suggested"]),
  bootstrap: Type.Boolean(),
  install_disk: Type.Optional(PlannedDisk),
  /** Disks whose content is lost, besides the installation disk. */
  formatted_disks: Type.Array(Type.String()),
  addresses: Type.Array(Type.String()),
  /** What it goes through, in order. */
  stages: Type.Array(Type.String()),
});
export type PlannedHost = Static<typeof PlannedHost>;

export const PlannedStep = Model("muster-planned-step", {
  id: Type.String(),
  title: Type.String(),
  detail: Type.String(),
  host_ids: Type.Array(Uuid()),
  /** When it takes longer, the installation fails or warns. */
  timeout_seconds: Type.Optional(Type.Integer()),
});
export type PlannedStep = Static<typeof PlannedStep>;

export const InstallPlan = Model("muster-install-plan", {
  cluster_id: Uuid(),
  name: Type.String(),
  /** `possible`: an install would begin now; `blocked`: it would be refused; `under-way` and `over`: it was begun before. */
  state: Enumeration(["possible", "blocked", "under-way", "over"]),
  summary: Type.String(),
  openshift_version: Type.String(),
  release_image: Type.String(),
  platform: Type.String(),
  network_type: Type.String(),
  api_vips: Type.Array(Type.String()),
  ingress_vips: Type.Array(Type.String()),
  machine_networks: Type.Array(Type.String()),
  cluster_networks: Type.Array(Type.String()),
  service_networks: Type.Array(Type.String()),
  operators: Type.Array(Type.String()),
  hosts: Type.Array(PlannedHost),
  /** Hosts in the order in which they boot from their disks; those of one group do so together. */
  boot_order: Type.Array(Type.Array(Uuid())),
  steps: Type.Array(PlannedStep),
  blockers: Type.Array(Cause),
  warnings: Type.Array(Cause),
});
export type InstallPlan = Static<typeof InstallPlan>;
