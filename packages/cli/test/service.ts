import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@muster/contract";
import { type RunningService, startService } from "@muster/service";
import { loadSettings } from "@muster/service/settings";
import { connect } from "@muster/simulator";
import { afterAll, beforeAll, vi } from "vitest";
import type { Io } from "../src/index.ts";
import { type Ran, run } from "./terminal.ts";

/** A real service for the tests of a file, and a person who types commands to it. */
export function runningService() {
  vi.setConfig({ testTimeout: 60_000 });
  const directory = mkdtempSync(join(tmpdir(), "muster-cli-service-"));
  let running: RunningService | undefined;
  let url = "";
  beforeAll(async () => {
    const loaded = loadSettings({
      flags: {
        MUSTER_PORT: "0",
        MUSTER_HOST: "127.0.0.1",
        MUSTER_DATA_DIR: join(directory, "data"),
        LOG_LEVEL: process.env.MUSTER_TEST_LOG ?? "silent",
      },
      env: {},
      readFile: () => "",
    });
    if (loaded.kind === "problems") throw new Error(loaded.problems.join("; "));
    running = await startService({ settings: loaded.settings });
    url = running.addresses[0]?.url.replace("localhost", "127.0.0.1") ?? "";
  }, 120_000);
  afterAll(async () => {
    await running?.stop();
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);
  const env = () => ({ XDG_CONFIG_HOME: join(directory, "config"), MUSTER_SERVER: url });
  return {
    get url() {
      return url;
    },
    env,
    /** For machines, and for what people do elsewhere. */
    client: (): Client => connect(url),
    at: (name: string) => join(directory, name),
    type: (line: string | readonly string[], outside: Partial<Io> = {}): Promise<Ran> => run(line, env(), outside),
  };
}
