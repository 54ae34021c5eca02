// The embedded PostgreSQL runs here, off the main thread: it is WebAssembly and would block every request while it works.
// It speaks the PostgreSQL protocol over messages, so the service uses one driver for both databases.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

const port = parentPort;
if (!port) throw new Error("this file runs as a worker thread");

// 8 MB instead of the default 128 MB halves the memory of the process and costs nothing at this size of data.
const database = await PGlite.create({
  dataDir: workerData.directory,
  postgresqlconf: ["shared_buffers = 8MB", "max_wal_size = 64MB", "min_wal_size = 32MB"],
});

let queue: Promise<unknown> = Promise.resolve();
port.on("message", (message: Uint8Array | "close") => {
  queue = queue.then(async () => {
    if (message === "close") {
      await database.close();
      port.close();
      return;
    }
    port.postMessage(await database.execProtocolRaw(message));
  });
});
port.postMessage("ready");
