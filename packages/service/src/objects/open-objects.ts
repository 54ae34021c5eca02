import { join } from "node:path";
import type { Settings } from "../settings/index.ts";
import { fileObjects } from "./file-objects.ts";
import type { Objects } from "./objects.ts";
import { requireBucket } from "./s3-bucket.ts";
import { s3Objects } from "./s3-objects.ts";

/** The store that the settings name, with everything as it lies there. */
export async function openObjects(settings: Settings): Promise<Objects> {
  if (settings.STORAGE === "filesystem") {
    return fileObjects(settings.WORK_DIR ?? join(settings.MUSTER_DATA_DIR, "objects"));
  }
  const region = settings.S3_REGION ?? "us-east-1";
  const place = {
    endpoint: settings.S3_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`,
    bucket: settings.S3_BUCKET ?? "",
    region,
    accessKeyId: settings.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? "",
  };
  await requireBucket(place, settings.CREATE_S3_BUCKET);
  return s3Objects(place);
}
