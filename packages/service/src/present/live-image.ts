import type * as wire from "@muster/contract";
import { shown } from "../images/http-get.ts";
import type { KnownImage } from "../images/images.ts";
import { defined } from "./defined.ts";

export function presentLiveImage({ image, origin, state, sample }: KnownImage): wire.KnownLiveImage {
  const isHere = state.kind === "here";
  return defined({
    openshift_version: image.openshift_version,
    cpu_architecture: image.cpu_architecture,
    version: image.version,
    url: shown(image.url),
    origin,
    state: state.kind,
    size_bytes: (isHere ? state.size : state.total) ?? undefined,
    received_bytes: isHere ? undefined : state.received,
    problem: state.kind === "absent" ? (state.problem ?? undefined) : undefined,
    sample,
  });
}
