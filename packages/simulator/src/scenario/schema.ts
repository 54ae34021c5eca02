// What a scenario file may say. docs/reference/scenarios.md explains it to people.
import { Cluster, ClusterValidationId, Host, HostStage, HostValidationId, Platform } from "@muster/contract";
import { type Static, type TProperties, Type } from "typebox";
import { kindsOfMachines } from "../inventories/kinds.ts";
import { hostActions } from "../simulation/itinerary.ts";
import { simulatedTopologies } from "../simulation/plan-fleet.ts";
import { Duration } from "./duration.ts";
import { FaultMap } from "./fault-table.ts";

export const Fields = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const Choice = <Values extends string[]>(values: readonly [...Values]) =>
  Type.Enum<Values>([...values], { type: "string" });

const Words = Type.Optional(Type.String({ minLength: 1, maxLength: 500 }));
const Count = (most: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: most }));
const Name = Type.String({
  pattern: "^[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?$",
  description: "lower-case letters, digits and dashes, 42 at most",
});

const HostLeg = Fields({
  status: Type.Optional(Host.properties.status),
  validation: Type.Optional(HostValidationId),
  info: Words,
  stage: Type.Optional(HostStage),
  do: Type.Optional(Choice(hostActions)),
});

const ClusterLeg = Fields({
  status: Type.Optional(Cluster.properties.status),
  validation: Type.Optional(ClusterValidationId),
  info: Words,
  hosts: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
});

const Machine = Fields({
  kind: Type.Optional(Choice(kindsOfMachines)),
  hostname: Words,
  cpus: Count(1_024),
  memoryGib: Count(16_384),
  disks: Count(1_000),
});

const HostEntry = Fields({
  index: Type.Array(Type.Integer({ minimum: 0, maximum: 100 })),
  bootAt: Type.Optional(Duration),
  machine: Type.Optional(Machine),
  faults: Type.Optional(FaultMap),
  expect: Type.Optional(Type.Array(HostLeg)),
});
export type HostEntry = Static<typeof HostEntry>;

const ClusterEntry = Fields({
  name: Name,
  count: Count(10_000),
  topology: Type.Optional(Choice(simulatedTopologies)),
  stack: Type.Optional(Choice(["ipv4", "ipv6", "dual-stack"])),
  platform: Type.Optional(Platform.properties.type),
  openshiftVersion: Words,
  machine: Type.Optional(Machine),
  boot: Type.Optional(Fields({ at: Type.Optional(Duration), over: Type.Optional(Duration) })),
  install: Type.Optional(Type.Boolean()),
  hosts: Type.Optional(Type.Array(HostEntry)),
  addHosts: Count(100),
  faults: Type.Optional(FaultMap),
  expect: Type.Optional(Type.Array(ClusterLeg)),
});
export type ClusterEntry = Static<typeof ClusterEntry>;

/** The clusters that an entry stands for. */
export const namesOf = ({ name, count = 1 }: ClusterEntry): string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);

export const ScenarioFile = Fields({
  about: Type.String({ minLength: 1, maxLength: 2_000 }),
  speed: Type.Optional(Type.Number({ minimum: 0.01, maximum: 100_000 })),
  within: Type.Optional(Duration),
  /** Settings of the service without which what is expected does not come true, or not in time. */
  service: Type.Optional(
    Type.Unsafe<Record<string, string>>({ type: "object", additionalProperties: { type: "string" } }),
  ),
  clusters: Type.Array(ClusterEntry),
});
export type ScenarioFile = Static<typeof ScenarioFile>;
