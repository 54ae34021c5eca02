import { defaultPolicy, draftEvent, type Host, type InfraEnv, infraEnvDefaults, registerHost } from "@muster/core";
import { describe, expect, test } from "vitest";
import { EventRateLimiter } from "../events/rate-limit.ts";
import { StaleVersion, type Write } from "../store/writer.ts";
import { Actor, Missing } from "./actor.ts";
import type { Aggregate, RootRefreshed } from "./aggregate.ts";

const outcome = infraEnvDefaults(
  { name: "a", pullSecret: '{"auths":{"quay.io":{"auth":"YTpi"}}}' },
  { cluster: null, openshiftVersion: "4.22" },
  defaultPolicy,
  { id: "00000000-0000-4000-8000-000000000001", now: 0, owner: { userName: "admin", orgId: "", emailDomain: "" } },
);
if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
const root = outcome.value;

type Pool = Aggregate<InfraEnv>;
const stored = (version: number, name = "a"): Pool => ({
  root: { ...root, name },
  hosts: new Map(),
  version,
  deletedAt: null,
  wakeAt: null,
});

function aHost(hostId: string): Host {
  const registration = { hostId, agentVersion: "", infraEnv: root, known: null, cluster: null };
  const outcome = registerHost({ ...registration, policy: defaultPolicy, now: 0 });
  if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
  return outcome.value.host;
}

/** An actor with a database that is a variable, and a clock that stands still. */
function scene(given: { load?: () => Promise<Pool | null>; refresh?: () => void } = {}) {
  const commits: Write[] = [];
  const wakes: (number | null)[] = [];
  const told: string[] = [];
  const clock = { now: 1_000 };
  let row: Pool | null = stored(1);
  let answerCommit: (write: Write) => Promise<void> = async () => {};
  let refreshes = 0;
  const limiter = new EventRateLimiter();
  const actor: Actor<InfraEnv> = new Actor<InfraEnv>(root.id, {
    kind: {
      name: "pool",
      load: given.load ?? (async () => row),
      rows: (aggregate) => {
        row = aggregate.deletedAt === null ? aggregate : null;
        return { clusters: [], infraEnvs: [] };
      },
      refresh: (): RootRefreshed<InfraEnv> => {
        refreshes += 1;
        given.refresh?.();
        return { root: {}, hosts: new Map(), events: [], wakeAt: null };
      },
    },
    writer: {
      commit: async (write) => {
        commits.push(write);
        await answerCommit(write);
      },
    },
    presence: { refine: (host) => host, forget: () => {} },
    now: () => clock.now,
    admits: (event, now, alongside) => limiter.admits(event, now, alongside),
    committed: (_after, _before, events) => limiter.told(events, clock.now),
    wake: (_, at) => void wakes.push(at),
    retry: (_, at) => void wakes.push(at),
    gone: () => void told.push("gone"),
    refreshed: () => {},
    failed: () => void told.push("failed"),
  });
  return {
    actor,
    commits,
    wakes,
    told,
    clock,
    refreshes: () => refreshes,
    onCommit: (answer: typeof answerCommit) => {
      answerCommit = answer;
    },
    put: (next: Pool | null) => {
      row = next;
    },
  };
}

const rename = (name: string) => (pool: Pool) => ({ answer: `${pool.root.name}→${name}`, root: { name } });

describe("decisions", () => {
  test("that come while a commit is on its way are made together afterwards, in order, on the newest state", async () => {
    const { actor, commits, onCommit, refreshes } = scene();
    const first = Promise.withResolvers<void>();
    onCommit(() => first.promise);
    const answers = [actor.change(rename("b"))];
    await Promise.resolve();
    for (const name of ["c", "d", "e"]) answers.push(actor.change(rename(name)));
    onCommit(async () => {});
    first.resolve();
    expect(await Promise.all(answers)).toEqual(["a→b", "b→c", "c→d", "d→e"]);
    expect(commits).toHaveLength(2);
    expect(refreshes()).toBe(2);
    expect(actor.state).toMatchObject({ root: { name: "e" }, version: 3 });
  });

  test("that throw concern nobody else", async () => {
    const { actor } = scene();
    const [good, bad, better] = await Promise.allSettled([
      actor.change(rename("b")),
      actor.change(() => {
        throw new Error("refused");
      }),
      actor.change(rename("c")),
    ]);
    expect([good.status, bad.status, better.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(actor.state?.root.name).toBe("c");
  });

  test("that change nothing write nothing and refresh nothing", async () => {
    const { actor, commits, refreshes } = scene();
    expect(await actor.change(() => ({ answer: "seen" }))).toBe("seen");
    expect(commits).toEqual([]);
    expect(refreshes()).toBe(0);
  });

  test("about what another has just removed find nothing", async () => {
    const { actor, told } = scene();
    const [removed, late] = await Promise.allSettled([
      actor.change(() => ({ answer: "removed", delete: true })),
      actor.change(rename("ghost")),
    ]);
    expect(removed.status).toBe("fulfilled");
    expect(late).toMatchObject({ status: "rejected", reason: expect.any(Missing) });
    expect(told).toEqual(["gone"]);
    await expect(actor.change(rename("ghost"))).rejects.toThrow(Missing);
  });
});

describe("a commit", () => {
  test("that finds a newer version is decided again on that", async () => {
    const { actor, onCommit, put, commits } = scene();
    await actor.read();
    onCommit(async () => {
      if (commits.length > 1) return;
      put(stored(7, "theirs"));
      throw new StaleVersion();
    });
    expect(await actor.change(rename("mine"))).toBe("theirs→mine");
    expect(actor.state).toMatchObject({ version: 8, root: { name: "mine" } });
  });

  test("that is decided again tells its events again, and those of one turn only once", async () => {
    const { actor, onCommit, put, commits } = scene();
    await actor.read();
    onCommit(async () => {
      if (commits.length > 1) return;
      put(stored(7));
      throw new StaleVersion();
    });
    const failed = () =>
      draftEvent("upgrade_agent_failed", { hostId: root.id }, { host_name: "a", agent_image: "image" });
    const tell = () => actor.change(() => ({ answer: undefined, events: [failed()] }));
    await Promise.all([tell(), tell()]);
    expect(commits.map(({ events }) => events.length)).toEqual([1, 1]);
    await tell();
    expect(commits).toHaveLength(2);
  });

  test("for two aggregates writes nothing of one that did not change", async () => {
    const { actor } = scene();
    const { write, accept } = actor.prepare(stored(1), { answer: undefined }, null);
    expect(write).toBeNull();
    accept();
    expect(actor.state?.version).toBe(1);
  });

  test("that never finds its version gives up", async () => {
    const { actor, onCommit, commits } = scene();
    onCommit(async () => {
      throw new StaleVersion();
    });
    await expect(actor.change(rename("mine"))).rejects.toThrow(StaleVersion);
    expect(commits).toHaveLength(12);
  });

  test("that fails fails all that were in it, and the next one reads again what is stored", async () => {
    const { actor, onCommit, put } = scene();
    await actor.read();
    onCommit(async () => {
      put(stored(1));
      throw new Error("the disk is full");
    });
    const both = await Promise.allSettled([actor.change(rename("b")), actor.change(rename("c"))]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(actor.state).toBeNull();
    onCommit(async () => {});
    expect(await actor.change(rename("d"))).toBe("a→d");
  });
});

describe("a refresh", () => {
  test("that is wanted many times happens once", async () => {
    const { actor, refreshes } = scene();
    for (let time = 0; time < 5; time += 1) actor.refreshSoon();
    await actor.exclusive(async () => {});
    expect(refreshes()).toBe(1);
  });

  test("that fails is asked for again later", async () => {
    let isBroken = true;
    const { actor, wakes, told, clock, refreshes } = scene({
      load: async () => {
        if (isBroken) throw new Error("the database is away");
        return stored(1);
      },
    });
    actor.refreshSoon();
    await actor.exclusive(async () => {});
    expect([told, wakes]).toEqual([["failed"], [clock.now + 1_000]]);
    isBroken = false;
    actor.refreshSoon();
    await actor.exclusive(async () => {});
    expect(refreshes()).toBe(1);
  });

  test("that is expensive is put off, not forgotten: the moment is stored with the change that wanted it", async () => {
    const hosts = new Map(Array.from({ length: 50 }, (_, place) => [`host-${place}`, aHost(`host-${place}`)]));
    const load = async () => ({ ...stored(1), hosts });
    const { actor, clock, wakes, refreshes, commits } = scene({ load, refresh: () => burn(40) });
    await actor.change(rename("b"));
    await actor.change(rename("c"));
    expect([refreshes(), commits.length]).toEqual([1, 2]);
    const wakeAt = wakes.at(-1) ?? 0;
    expect(wakeAt).toBeGreaterThanOrEqual(clock.now + 40 * 5);
    expect(actor.state?.wakeAt).toBe(wakeAt);
    clock.now = wakeAt;
    actor.refreshSoon();
    await actor.exclusive(async () => {});
    expect(refreshes()).toBe(2);
    expect(wakes.at(-1)).toBeNull();
  });
});

describe("what is stored", () => {
  test("is read once for all who wait", async () => {
    let loads = 0;
    const { actor } = scene({
      load: async () => {
        loads += 1;
        return stored(1);
      },
    });
    await Promise.all([actor.read(), actor.read(), actor.change(rename("b"))]);
    expect(loads).toBe(1);
  });

  test("does not replace what was committed while it was being read", async () => {
    const slow = Promise.withResolvers<Pool>();
    const { actor } = scene({ load: () => slow.promise });
    const reading = actor.read();
    actor.adopt(stored(4, "newer"));
    slow.resolve(stored(3, "older"));
    expect((await reading)?.root.name).toBe("newer");
    expect(actor.state?.version).toBe(4);
  });

  test("and not there is told, to be forgotten", async () => {
    const { actor, told } = scene({ load: async () => null });
    expect(await actor.read()).toBeNull();
    await expect(actor.change(rename("b"))).rejects.toThrow(Missing);
    expect(told).toEqual(["gone", "gone"]);
  });

  test("is let go of only when nobody waits", async () => {
    const { actor, onCommit } = scene();
    const commit = Promise.withResolvers<void>();
    onCommit(() => commit.promise);
    const changing = actor.change(rename("b"));
    expect(actor.idle).toBe(false);
    commit.resolve();
    await changing;
    await actor.exclusive(async () => {});
    await Promise.resolve();
    expect(actor.idle).toBe(true);
  });
});

function burn(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}
