// All logs of a cluster as one tar: what hosts and the controller sent, and what the service knows.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ClusterSnapshot, hostName } from "@muster/core";
import { pack } from "tar-stream";
import { listEvents } from "../events/list.ts";
import { manifestKey } from "../manifests/files.ts";
import type { StoredObject } from "../objects/objects.ts";
import { presentCluster } from "../present/cluster.ts";
import { presentEvent } from "../present/event.ts";
import type { Service } from "../service.ts";
import { controllerLogsKey, hostLogsKey } from "./keys.ts";

export function allLogs(service: Service, snapshot: ClusterSnapshot): Readable {
  const archive = pack();
  fill(archive, service, snapshot).then(
    () => archive.finalize(),
    (error) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  // tar-stream brings streams of its own kind; answers are streams of Node.
  return Readable.from(archive);
}

async function fill(archive: ReturnType<typeof pack>, service: Service, snapshot: ClusterSnapshot): Promise<void> {
  const { objects, db, policy } = service;
  const { cluster, hosts } = snapshot;
  const prefix = "logs/cluster";
  const metadata = presentCluster(snapshot, { hosts: { policy } });
  archive.entry({ name: `${prefix}/metadata.json` }, JSON.stringify(metadata, null, 2));
  const { events } = await listEvents(db, {
    clusterId: cluster.id,
    categories: ["user", "metrics"],
    deletedHosts: false,
    clusterLevel: false,
    order: "ascending",
    offset: 0,
    visible: { kind: "all" },
  });
  archive.entry({ name: `${prefix}/events.json` }, JSON.stringify(events.map(presentEvent), null, 2));
  for (const file of cluster.manifests) {
    const manifest = await objects.get(manifestKey(cluster.id, file));
    if (manifest) await add(archive, `${prefix}/manifest_${file.folder}_${file.fileName}`, manifest);
  }
  const controller = await objects.get(controllerLogsKey(cluster.id));
  if (controller) await add(archive, `logs/${cluster.name}_controller.tar.gz`, controller);
  for (const host of hosts) {
    const logs = await objects.get(hostLogsKey(cluster.id, host.id));
    const role = host.bootstrap ? "bootstrap" : host.role;
    // A machine says itself what it is called, and whoever unpacks this must not be led elsewhere.
    const name = hostName(host).replaceAll(/[^\w.-]/g, "_");
    if (logs) await add(archive, `logs/${cluster.name}_${role}_${name}.tar.gz`, logs);
  }
}

async function add(archive: ReturnType<typeof pack>, name: string, object: StoredObject): Promise<void> {
  await pipeline(object.body, archive.entry({ name, size: object.size }));
}
