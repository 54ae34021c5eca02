import { type TProperties, Type } from "typebox";
import { ImageType } from "../models/infra-env.ts";
import { KnownLiveImageList } from "../models/muster/live-image.ts";
import { Binary, Default, Fields } from "../schema.ts";
import { images, muster } from "./groups.ts";
import { type Auth, defineRoutes, errors, open, readers } from "./route.ts";

// Tokens travel in links: firmware that fetches an image can send no headers. Which of them is needed depends on the
// kind of authentication that the service is set to (reference service 6.2, 9.4).
const byToken: readonly Auth[] = [
  ...readers,
  { scheme: "urlAuth" },
  { scheme: "imageAuth" },
  { scheme: "imageURLAuth" },
];
const token = { api_key: Type.Optional(Type.String()), image_token: Type.Optional(Type.String()) };
const arch = Default(Type.String(), "x86_64");
const version = Type.String();

const download = <Query extends TProperties>(query: Query) =>
  ({
    method: "GET",
    query: Fields(query),
    responses: { 200: Binary, 206: Binary, 304: null, ...errors(400, 404, 409, 500, 501, 503) },
    responseType: "octet-stream",
  }) as const;

/** Bytes for machines: images, kernels, initrds. Each also answers HEAD, and ranges (reference host-side C2). */
export const imageRoutes = defineRoutes(images, {
  getImage: {
    ...download({ version, type: ImageType, arch, ...token }),
    path: "/images/{infra_env_id}",
    summary: "Download a discovery image; the long form of the link.",
    auth: byToken,
  },
  getImageById: {
    ...download(token),
    path: "/byid/{infra_env_id}/{version}/{arch}/{file_name}",
    summary: "Download a discovery image, named by its infra-env.",
    auth: byToken,
  },
  getImageByApiKey: {
    ...download({}),
    path: "/byapikey/{api_key}/{version}/{arch}/{file_name}",
    summary: "Download a discovery image with a key in the link that names the infra-env.",
    auth: open,
  },
  getImageByToken: {
    ...download({}),
    path: "/bytoken/{image_token}/{version}/{arch}/{file_name}",
    summary: "Download a discovery image with a token in the link that names the infra-env and expires.",
    auth: open,
  },
  getPxeInitrd: {
    ...download({ version, arch, ...token }),
    path: "/images/{infra_env_id}/pxe-initrd",
    summary: "Download the initrd for network boot, with the infra-env's ignition inside.",
    auth: byToken,
  },
  getS390xInitrdAddrsize: {
    ...download({ version, arch: Default(Type.String(), "s390x"), ...token }),
    path: "/images/{infra_env_id}/s390x-initrd-addrsize",
    summary: "Download where in memory an s390x machine loads its initrd: 16 bytes.",
    auth: byToken,
  },
  getBootArtifact: {
    ...download({ version, arch }),
    path: "/boot-artifacts/{artifact}",
    summary: "Download kernel, initrd, rootfs or ins-file of an OS image.",
    auth: open,
  },
  getMusterExecutable: {
    ...download({ arch }),
    path: "/boot-artifacts/muster",
    summary: "Download the muster executable, which live hosts may run instead of a container.",
    auth: open,
  },
});

export const liveImageRoutes = defineRoutes(muster, {
  musterListImages: {
    method: "GET",
    path: "/images",
    summary: "List the live images that machines can boot, and how much of each is here.",
    auth: readers,
    responses: { 200: KnownLiveImageList, ...errors(503) },
  },
});
