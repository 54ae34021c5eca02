// What a host or a cluster must go through: statuses in their order, and what a person does in between.

/** Everything named must hold at once. */
export type Station = Readonly<{
  status?: string;
  /** The id of a validation that fails. */
  validation?: string;
  /** A part of the status info. */
  info?: string;
  /** The stage of a host's installation. */
  stage?: string;
  /** How many hosts a cluster has. */
  hosts?: number;
}>;

export const hostActions = [
  "boot-from-disk",
  "boot-from-image",
  "power-off",
  "power-on",
  "unplug",
  "plug-in",
] as const satisfies readonly string[];

export type HostAction = (typeof hostActions)[number];

export type Leg = Readonly<{ kind: "reach"; station: Station } | { kind: "do"; action: HostAction }>;

export const reach = (station: Station): Leg => ({ kind: "reach", station });

/** What can be seen of a host or a cluster from outside. */
export type View = Readonly<{
  status: string;
  info: string;
  stage?: string | undefined;
  hosts?: number | undefined;
  failing: ReadonlySet<string>;
}>;

/** Seconds of the machines' time for which a status must last before it counts as the last one. */
const settledAfter = 180;

/** From these nothing goes on by itself. */
const final = new Set(["installed", "error", "cancelled", "added-to-existing-cluster"]);

export class Itinerary {
  readonly #legs: readonly Leg[];
  readonly #act: (action: HostAction) => void;
  #position = 0;
  #heldSince: number | null = null;
  #view: View | null = null;

  constructor(legs: readonly Leg[], act: (action: HostAction) => void = () => {}) {
    this.#legs = legs;
    this.#act = act;
  }

  /** What is there now, null while there is nothing yet; `now` in seconds of the machines' time. */
  observe(view: View | null, now: number): void {
    this.#view = view;
    for (;;) {
      const leg = this.#legs[this.#position];
      if (leg === undefined) return;
      if (leg.kind === "do") this.#act(leg.action);
      else if (!matches(leg.station, view)) {
        this.#heldSince = null;
        return;
      } else if (this.#position === this.#legs.length - 1) {
        this.#heldSince ??= now;
        return;
      }
      this.#position += 1;
    }
  }

  isMet(now: number): boolean {
    if (this.#legs.length === 0) return true;
    if (this.#heldSince === null) return false;
    return final.has(this.#view?.status ?? "") || now - this.#heldSince >= settledAfter;
  }

  /** Whether a station that is still to come, or the one reached, has this status. */
  awaits(status: string): boolean {
    return this.#legs
      .slice(this.#position)
      .some((leg) => leg.kind === "reach" && (leg.station.status ?? status) === status);
  }

  /** What is waited for, and what is there instead. */
  missing(): Readonly<{ expected: string; found: string }> {
    const leg = this.#legs[this.#position];
    return { expected: leg?.kind === "reach" ? describeStation(leg.station) : "", found: describeView(this.#view) };
  }
}

function matches({ status, validation, info, stage, hosts }: Station, view: View | null): boolean {
  return (
    view !== null &&
    (status === undefined || status === view.status) &&
    (validation === undefined || view.failing.has(validation)) &&
    (info === undefined || view.info.toLowerCase().includes(info.toLowerCase())) &&
    (stage === undefined || stage === view.stage) &&
    (hosts === undefined || hosts === view.hosts)
  );
}

export function describeStation({ status, validation, info, stage, hosts }: Station): string {
  const parts = [
    status,
    stage === undefined ? undefined : `at "${stage}"`,
    validation === undefined ? undefined : `with ${validation} failing`,
    info === undefined ? undefined : `saying "${info}"`,
    hosts === undefined ? undefined : `with ${hosts} hosts`,
  ];
  return parts.filter((part) => part !== undefined).join(" ");
}

function describeView(view: View | null): string {
  if (view === null) return "nothing: it never registered";
  const stage = view.stage ? ` at "${view.stage}"` : "";
  const hosts = view.hosts === undefined ? "" : ` with ${view.hosts} hosts`;
  const failing = view.failing.size === 0 ? "" : `; failing: ${[...view.failing].join(", ")}`;
  return `${view.status}${stage}${hosts}: ${view.info}${failing}`;
}
