import { hash } from "node:crypto";
import type { StepReply } from "@muster/contract";
import { defaultReplyLimits, type Host, readReply, receiveReply } from "@muster/core";
import { changeHost, type HostRef } from "../aggregates/change-host.ts";
import { badRequest } from "../http/problem.ts";
import type { Service } from "../service.ts";

type Found = Awaited<ReturnType<Service["aggregates"]["host"]>>;

/**
 * Reports that say again what is known cost a hash. Only those are remembered whose result stays where it is found here
 * until the machine registers again or its status changes.
 */
const repeatable: Readonly<Record<string, (found: Found) => object | null>> = {
  inventory: ({ host }) => host.inventory,
  "connectivity-check": ({ host }) => host.connectivity,
  "ntp-synchronizer": ({ host }) => host.ntpSources,
  "domain-resolution": ({ host }) => host.domainNameResolutions,
  "free-network-addresses": ({ host }) => host.freeAddresses,
  "verify-vips": ({ snapshot }) => ("cluster" in snapshot ? snapshot.cluster : null),
};

/**
 * `known` is what the report became: while the host holds the same, nobody changed it since, here or elsewhere. It is held
 * weakly, or the reports of hosts that have left the memory would stay in it.
 */
type Remembered = Readonly<{ digest: string; known: WeakRef<object> }>;

// The hosts of the largest fleet with room to spare; those of clusters long gone make room.
const mostRemembered = 100_000;

export class Replies {
  readonly #service: Service;
  readonly #last = new Map<string, Remembered>();

  constructor(service: Service) {
    this.#service = service;
  }

  async receive(place: HostRef, reply: StepReply, requestId: string): Promise<void> {
    const service = this.#service;
    const found = await service.aggregates.host(place.infraEnvId, place.hostId, false);
    const { host } = found;
    const { step_type: stepType = "", exit_code: exitCode = 0, output = "", error = "" } = reply;
    const key = `${host.id} ${stepType}`;
    const resultIn = exitCode === 0 ? repeatable[stepType] : undefined;
    const digest = resultIn === undefined ? "" : digestOf(host, output);
    const last = this.#last.get(key);
    if (resultIn !== undefined && last?.digest === digest && last.known.deref() === resultIn(found)) return;
    const limits = { ...defaultReplyLimits, maxOutputLength: service.settings.MUSTER_INVENTORY_LIMIT };
    const read = readReply({ stepType, exitCode, output, error }, limits);
    if (read.kind === "invalid") {
      service.log.warn({ hostId: host.id, stepType, found: read.found }, "a reply was refused");
      throw badRequest(`The reply to ${stepType} holds ${read.found}; needed: ${read.needed}. It was not recorded.`);
    }
    if (read.kind === "unknown-step" || read.kind === "failed") {
      const what =
        read.kind === "failed"
          ? "a step did not succeed"
          : stepType === ""
            ? "a reply names no step, and is passed over"
            : "a reply to a step that is not known is passed over";
      service.log.info({ hostId: host.id, stepType, exitCode, error: error.slice(0, 400) }, what);
    }
    await changeHost(service, place, (facts) => ({ changes: receiveReply(facts, read), answer: undefined }), requestId);
    if (resultIn === undefined) return;
    const known = resultIn(await service.aggregates.host(place.infraEnvId, place.hostId, false));
    if (known !== null) this.#remember(key, { digest, known: new WeakRef(known) });
  }

  #remember(key: string, remembered: Remembered): void {
    this.#last.delete(key);
    this.#last.set(key, remembered);
    if (this.#last.size <= mostRemembered) return;
    const [oldest = ""] = this.#last.keys();
    this.#last.delete(oldest);
  }
}

const digestOf = (host: Host, output: string): string =>
  `${host.registeredAt} ${host.status} ${hash("sha1", output, "base64")}`;
