// Scripts for machines that boot over the network (reference service 6.3).
import type { Host, InfraEnv } from "@muster/core";
import { ipxeBootScript, ipxeRedirectScript } from "@muster/iso";
import { HttpProblem, notFound } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { and, eq, isNull, sql } from "../store/drizzle.ts";
import { hostFromRow } from "../store/rows.ts";
import { hosts } from "../store/schema.ts";
import { bootLinks, infraEnvFileUrl, type ScriptType } from "./file-link.ts";

export type ScriptRequest = Readonly<{ type?: ScriptType | undefined; mac?: string | undefined }>;

/** Under boot order control a machine is asked who it is, and is left alone once its disk holds its system. */
export async function ipxeScript(service: Service, infraEnv: InfraEnv, { type, mac }: ScriptRequest): Promise<string> {
  if (type === "discovery-image-always" || (type === undefined && mac === undefined)) {
    return bootScript(service, infraEnv);
  }
  if (mac === undefined)
    return ipxeRedirectScript(await infraEnvFileUrl(service, infraEnv, "ipxe-script", "boot-order-control"));
  const known = await hostsWithMac(service, infraEnv, mac);
  if (known.length > 1) {
    const ids = known.map(({ id }) => id).join(", ");
    throw new HttpProblem(
      500,
      `The hosts ${ids} all have MAC address ${mac}: which of them boots cannot be told. Remove those that are gone.`,
    );
  }
  // iPXE gives up on an error, and the firmware goes on with the next device in its order: the disk.
  const [host] = known;
  if (host && bootsFromDisk(host)) {
    throw notFound(`IPXE booting skipped. Host ${host.id} is ${host.status}: it boots from its disk.`);
  }
  return bootScript(service, infraEnv);
}

async function bootScript(service: Service, infraEnv: InfraEnv): Promise<string> {
  const extraArguments = infraEnv.kernelArguments.flatMap(({ operation, value }) =>
    operation === "append" ? [value] : [],
  );
  return ipxeBootScript({ ...(await bootLinks(service, infraEnv)), extraArguments });
}

async function hostsWithMac({ db }: Service, infraEnv: InfraEnv, mac: string): Promise<Host[]> {
  const wanted = mac.toLowerCase();
  const rows = await db
    .select()
    .from(hosts)
    .where(
      and(
        eq(hosts.infraEnvId, infraEnv.id),
        isNull(hosts.deletedAt),
        sql`lower(${hosts.inventory}->>'interfaces') like ${`%"${wanted}"%`}`,
      ),
    );
  return rows
    .map(hostFromRow)
    .filter(({ inventory }) =>
      (inventory?.interfaces ?? []).some(({ macAddress }) => macAddress?.toLowerCase() === wanted),
    );
}

type Stage = Host["progress"]["stage"];
const onItsDisk: ReadonlySet<Stage> = new Set<Stage>([
  "Rebooting",
  "Waiting for ignition",
  "Configuring",
  "Joined",
  "Done",
]);

function bootsFromDisk({ status, progress }: Host): boolean {
  if (status === "installed" || status === "added-to-existing-cluster") return true;
  return status === "installing-in-progress" && onItsDisk.has(progress.stage);
}
