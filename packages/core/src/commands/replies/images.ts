import type { Changes } from "../../changes.ts";
import { sameValue } from "../../equality.ts";
import { aboutHost } from "../../events/subject.ts";
import { type Host, hostName } from "../../model/host.ts";
import type { ImageAvailability } from "../../model/observations.ts";
import { hostChanges } from "../patch.ts";

/** Each answer names only the images it was asked for; what is known of others stays. */
export function receiveImages(host: Host, images: readonly ImageAvailability[]): Changes {
  const imagesStatus = { ...host.imagesStatus };
  const events = [];
  for (const image of images) {
    const name = image.name ?? "";
    if (name === "" || sameValue(image, imagesStatus[name])) continue;
    imagesStatus[name] = image;
    events.push(
      aboutHost("image_status_updated", host, {
        host_name: hostName(host),
        image_status: name,
        result: image.result ?? "success",
        info: describe(image),
      }),
    );
  }
  return hostChanges(host, { imagesStatus }, events);
}

const describe = ({ time = 0, sizeBytes = 0, downloadRate = 0 }: ImageAvailability): string =>
  sizeBytes > 0
    ? `It took ${time.toFixed(1)} seconds for ${Math.round(sizeBytes / 1e6)} MB (${downloadRate.toFixed(1)} MB/s).`
    : "";
