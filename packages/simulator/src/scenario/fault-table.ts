// The faults that scenario files know, by name. docs/reference/scenarios.md explains each; a test compares the two.
import { HostStage } from "@muster/contract";
import { type Static, type TSchema, Type } from "typebox";
import { type Fault, faults } from "../faults.ts";
import { Duration, secondsOf } from "./duration.ts";

type FaultEntry<Options extends TSchema> = Readonly<{
  says: string;
  options: Options;
  make(options: Static<Options>): Fault;
}>;

const fault = <Options extends TSchema>(says: string, options: Options, make: (options: Static<Options>) => Fault) =>
  ({ says, options, make }) satisfies FaultEntry<Options>;

const Fields = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const text = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const count = Type.Optional(Type.Integer({ minimum: 2, maximum: 100 }));
const nothing = Fields({});

export const faultTable = {
  "slow-disk": fault(
    "The installation disk takes so long to say that a write is safe.",
    Fields({ milliseconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 })) }),
    ({ milliseconds }) => faults.slowDisk(milliseconds),
  ),
  "unsynchronised-clock": fault(
    "No time server answers, and the clock is ahead (or, below zero, behind) by so many seconds.",
    Fields({ seconds: Type.Optional(Type.Integer({ minimum: -1e8, maximum: 1e8 })) }),
    ({ seconds }) => faults.unsyncedClock(seconds),
  ),
  "no-default-route": fault("The machine knows no way out of its network.", nothing, () => faults.noDefaultRoute()),
  "duplicate-hostname": fault("The machine says it has this name.", Fields({ hostname: text }), ({ hostname }) =>
    faults.duplicateHostname(hostname),
  ),
  "duplicate-machine-id": fault(
    "The board carries this serial number, from which the id of the host is made.",
    Fields({ serial: text }),
    ({ serial }) => faults.duplicateMachineId(serial),
  ),
  "lost-connection": fault(
    "The network is gone for a while, counted from each start of the machine.",
    Fields({ after: Type.Optional(Duration), for: Type.Optional(Duration) }),
    ({ after, for: length }) =>
      faults.lostConnection({
        ...(after === undefined ? {} : { afterSeconds: secondsOf(after) }),
        ...(length === undefined ? {} : { forSeconds: secondsOf(length) }),
      }),
  ),
  "wrong-boot-order": fault("After the installation the discovery image starts again.", nothing, () =>
    faults.wrongBootOrder(),
  ),
  "never-returns": fault("After the installation the machine does not start any more.", nothing, () =>
    faults.neverReturns(),
  ),
  "failed-disk-write": fault("The image cannot be written to the disk.", Fields({ reason: text }), ({ reason }) =>
    faults.failedDiskWrite(reason),
  ),
  "fails-at": fault(
    "The installation fails when it reaches a stage.",
    Fields({ stage: HostStage, reason: text }),
    ({ stage, reason = "the simulation wants it so" }) => faults.failedInstall(stage, reason),
  ),
  "hangs-at": fault(
    "The installation reaches a stage and goes no further.",
    Fields({ stage: HostStage }),
    ({ stage }) => faults.hangsAt(stage),
  ),
  "loses-power-at": fault(
    "The power goes when the installation reaches a stage.",
    Fields({ stage: HostStage }),
    ({ stage }) => faults.losesPowerAt(stage),
  ),
  "repeated-replies": fault("Every reply is sent so many times.", Fields({ times: count }), ({ times }) =>
    faults.repeatedReplies(times),
  ),
  "reordered-replies": fault("Each reply waits until the next one has gone.", nothing, () => faults.reorderedReplies()),
  "registration-storm": fault("The agent registers so many times at once.", Fields({ times: count }), ({ times }) =>
    faults.registrationStorm(times),
  ),
  "images-unavailable": fault(
    "Container images with this in their name cannot be pulled.",
    Fields({ part: text }),
    ({ part }) => faults.imagesUnavailable(part),
  ),
  "media-disconnected": fault("The image that the machine was started from can no longer be read.", nothing, () =>
    faults.mediaDisconnected(),
  ),
  isolated: fault("The machine reaches none of the others.", nothing, () => faults.isolated()),
  "inventory-fails": fault("The machine cannot tell what it is.", nothing, () => faults.inventoryFails()),
} as const;

export type FaultName = keyof typeof faultTable;
export const faultNames = Object.keys(faultTable);

/** A map of fault names to their options. */
export const FaultMap = Type.Object(
  Object.fromEntries(Object.entries(faultTable).map(([name, { options }]) => [name, Type.Optional(options)])),
  { additionalProperties: false },
);

/** The table has checked the options of each against its schema. */
export function makeFaults(given: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(given).flatMap(([name, options]) => {
    const entry: FaultEntry<TSchema> | undefined = Object.entries(faultTable).find(([known]) => known === name)?.[1];
    return entry === undefined ? [] : entry.make(options);
  });
}
