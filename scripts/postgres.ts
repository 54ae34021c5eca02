// A PostgreSQL of one's own: made in a temporary directory, on a free port of the loopback, removed afterwards.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export type Postgres = Readonly<{
  url: string;
  pid: number;
  /** Its processes stand still, with every connection open, until they go on. */
  freeze(): void;
  thaw(): void;
  /** Ends the server at once, as its own service unit does; `start` brings it back with its data, on the same port. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}>;

/** Where the server's programs are; null when PostgreSQL is not installed. */
export function postgresPrograms(): string | null {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Number.isInteger) : [];
  const newest = versions.sort((a, b) => b - a)[0];
  return newest !== undefined && existsSync(join(root, String(newest), "bin", "initdb"))
    ? join(root, String(newest), "bin")
    : null;
}

export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const programs = postgresPrograms();
  if (!programs) throw new Error("PostgreSQL is not installed: run scripts/install-test-system.sh postgresql");
  const directory = mkdtempSync(join(tmpdir(), "muster-postgres-"));
  const user = ownerFor(directory);
  const run = (program: string, args: readonly string[]): [string, string[]] =>
    user === null
      ? [join(programs, program), [...args]]
      : ["runuser", ["-u", user, "--", join(programs, program), ...args]];
  const data = join(directory, "data");
  const [initdb, initdbArgs] = run("initdb", ["-D", data, "-U", "muster", "-A", "trust", "-E", "UTF8", "--no-sync"]);
  execFileSync(initdb, initdbArgs, { stdio: "ignore", cwd: directory });
  const port = await freePort();
  const options = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${directory}`, ...settings];
  const [postgres, postgresArgs] = run("postgres", ["-D", data, ...options.flatMap((option) => ["-c", option])]);
  const begin = async () => {
    const child = spawn(postgres, postgresArgs, { stdio: "ignore", cwd: directory });
    const ended = once(child, "exit");
    await untilListening(port);
    // The first line of postmaster.pid is the server's own id, also when runuser stands between.
    return { pid: Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]), child, ended };
  };
  let server = await begin();
  let isRunning = true;
  const halt = async () => {
    isRunning = false;
    process.kill(server.pid, "SIGINT");
    await server.ended;
  };
  const toAll = (signal: NodeJS.Signals) => {
    // Also runuser, which stops itself when what it runs is stopped.
    server.child.kill(signal);
    for (const one of [server.pid, ...childrenOf(server.pid)]) process.kill(one, signal);
  };
  return {
    url: `postgres://muster@127.0.0.1:${port}/postgres`,
    pid: server.pid,
    freeze: () => toAll("SIGSTOP"),
    thaw: () => toAll("SIGCONT"),
    halt,
    start: async () => {
      server = await begin();
      isRunning = true;
    },
    stop: async () => {
      // Whoever stands still cannot end, and a test that failed leaves a server as it was.
      if (isRunning) {
        toAll("SIGCONT");
        await halt();
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The server has a process for each connection, none of which has children. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number).filter(Boolean);

/** The server refuses to run as root: root hands the directory to Debian's own user. */
function ownerFor(directory: string): string | null {
  if (userInfo().uid !== 0) return null;
  const [, , uid, gid] = execFileSync("getent", ["passwd", "postgres"], { encoding: "utf8" }).split(":");
  chownSync(directory, Number(uid), Number(gid));
  chmodSync(directory, 0o700);
  return "postgres";
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = connect(port, "127.0.0.1");
    const answered = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (answered) return;
    await pause(50);
  }
  throw new Error("PostgreSQL did not start within 10 s");
}
