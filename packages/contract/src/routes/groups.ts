// The families of operations: where each begins, and what all its members may answer.
import { commonResponses } from "./route.ts";

export const base = "/api/assisted-install";

const rest = { common: commonResponses } as const;

export const v2 = { ...rest, api: "v2", prefix: `${base}/v2`, tag: "installer" } as const;
export const v1 = { ...rest, api: "v1", prefix: `${base}/v1`, tag: "v1" } as const;
export const muster = { ...rest, api: "muster", prefix: "/api/muster/v1", tag: "muster" } as const;
export const service = { api: "service", prefix: "", tag: "service", common: {} } as const;
export const images = { api: "images", prefix: "", tag: "images", common: {} } as const;
