// Answers that take several settings together.
import { join } from "node:path";
import type { Settings } from "./schema.ts";

export type Listener = Readonly<{ name: "all" | "api" | "ui" | "images" | "boot"; port: number }>;

/** One port when asked for one, else three; each serves everything. Beside TLS perhaps a plain one for network boot. */
export function listenersFrom(settings: Settings): readonly Listener[] {
  const plain = settings.HTTP_LISTEN_PORT;
  const boot: Listener[] = plain === undefined ? [] : [{ name: "boot", port: plain }];
  if (settings.MUSTER_PORT !== undefined) return [{ name: "all", port: settings.MUSTER_PORT }, ...boot];
  return [
    { name: "api", port: settings.MUSTER_API_PORT },
    { name: "ui", port: settings.MUSTER_UI_PORT },
    { name: "images", port: settings.MUSTER_IMAGES_PORT },
    ...boot,
  ];
}

/** The live images that somebody configured, under today's name or the old one (reference host-side C1). */
export const osImagesFrom = (settings: Settings): Settings["OS_IMAGES"] =>
  settings.OS_IMAGES ?? settings.RHCOS_VERSIONS;

export type DatabaseChoice = Readonly<
  { kind: "embedded"; directory: string } | { kind: "postgres"; connectionString: string }
>;

export function databaseFrom(settings: Settings): DatabaseChoice {
  if (settings.DATABASE_URL !== undefined) return { kind: "postgres", connectionString: settings.DATABASE_URL };
  if (settings.DB_HOST === undefined)
    return { kind: "embedded", directory: join(settings.MUSTER_DATA_DIR, "database") };
  const host = settings.DB_HOST.includes(":") ? `[${settings.DB_HOST}]` : encodeURIComponent(settings.DB_HOST);
  const user = [settings.DB_USER ?? "", settings.DB_PASS ?? ""].map(encodeURIComponent).join(":");
  const name = encodeURIComponent(settings.DB_NAME);
  return { kind: "postgres", connectionString: `postgres://${user}@${host}:${settings.DB_PORT}/${name}` };
}
