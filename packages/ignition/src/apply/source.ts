import { createHash } from "node:crypto";
import { schemeOf } from "../check/resource.ts";
import type { IgnitionSection, Resource } from "../config.ts";
import { readContents, unpack } from "../contents.ts";
import type { Place, Report } from "../problem.ts";
import { fetchHttp, type Network } from "./http.ts";

export type Limits = Readonly<{ fileBytes: number; totalBytes: number }>;

/** Gets the bytes of resources, within limits. What cannot be had is reported, and null. */
export class Sources {
  readonly #report: Report;
  readonly #limits: Limits;
  readonly #wait: Network["wait"];
  #network: Network = { proxy: {}, authorities: [], headerSeconds: 10, totalSeconds: longestTotal };
  #taken = 0;

  constructor(report: Report, limits: Limits, wait: Network["wait"]) {
    this.#report = report;
    this.#limits = limits;
    this.#wait = wait;
  }

  /** Proxy, trust and timeouts of a config; they add to those of the configs that led to it. */
  async configure({ proxy, security, timeouts = {} }: IgnitionSection, at: Place): Promise<void> {
    const { httpResponseHeaders = this.#network.headerSeconds, httpTotal = this.#network.totalSeconds } = timeouts;
    this.#network = {
      ...this.#network,
      proxy: { ...this.#network.proxy, ...proxy },
      // Zero means no limit to Ignition; a first boot must end some time.
      headerSeconds: httpResponseHeaders || longestTotal,
      totalSeconds: httpTotal || longestTotal,
      ...(this.#wait && { wait: this.#wait }),
    };
    const place = [...at, "security", "tls", "certificateAuthorities"];
    for (const [index, authority] of (security?.tls?.certificateAuthorities ?? []).entries()) {
      const bytes = await this.get(authority, [...place, index]);
      const pem = bytes && Buffer.from(bytes).toString();
      if (pem) this.#network = { ...this.#network, authorities: [...this.#network.authorities, pem] };
    }
  }

  async get(resource: Resource, at: Place, headers: Readonly<Record<string, string>> = {}): Promise<Uint8Array | null> {
    const bytes = await this.#read(resource, at, headers);
    if (!bytes) return null;
    this.#taken += bytes.length;
    if (this.#taken > this.#limits.totalBytes) {
      this.#report("cannot_hold", at, `more than ${this.#limits.totalBytes} bytes in all`);
      return null;
    }
    return this.#isRight(bytes, resource, at) ? bytes : null;
  }

  async #read(resource: Resource, at: Place, headers: Readonly<Record<string, string>>): Promise<Uint8Array | null> {
    const place = [...at, "source"];
    const { fileBytes } = this.#limits;
    const inside = readContents(resource, fileBytes);
    if (inside.kind === "bytes") return inside.bytes;
    if (inside.kind === "broken") return this.#refuse("cannot_unpack", at, inside.found);
    const scheme = schemeOf(inside.url);
    if (scheme !== "http" && scheme !== "https") return this.#refuse("cannot_use_scheme", place, `a ${scheme} source`);
    const sent = { ...headers, ...headersOf(resource) };
    const fetched = await fetchHttp(inside.url, sent, this.#network, fileBytes);
    if (fetched.kind === "failed") return this.#refuse("cannot_fetch", place, fetched.found);
    if (resource.compression !== "gzip") return fetched.bytes;
    const unpacked = unpack(fetched.bytes, fileBytes);
    return unpacked.kind === "bytes"
      ? unpacked.bytes
      : this.#refuse("cannot_unpack", at, unpacked.kind === "broken" ? unpacked.found : "nothing");
  }

  #isRight(bytes: Uint8Array, { verification }: Resource, at: Place): boolean {
    if (!verification?.hash) return true;
    const [name = "", expected = ""] = verification.hash.split("-");
    const actual = createHash(name).update(bytes).digest("hex");
    if (actual === expected.toLowerCase()) return true;
    this.#report("cannot_verify", [...at, "verification", "hash"], `contents with ${name}-${actual}`);
    return false;
  }

  #refuse(code: "cannot_fetch" | "cannot_unpack" | "cannot_use_scheme", at: Place, found: string): null {
    this.#report(code, at, found);
    return null;
  }
}

const longestTotal = 600;

const headersOf = ({ httpHeaders = [] }: Resource): Record<string, string> =>
  Object.fromEntries(httpHeaders.map(({ name, value = "" }) => [name.toLowerCase(), value]));
