// The models of Muster's own API by name, beside those of the compatible wire.
import type { TSchema } from "typebox";
import * as access from "./access.ts";
import * as explanation from "./explanation.ts";
import * as feed from "./feed.ts";
import * as history from "./history.ts";
import * as lean from "./lean.ts";
import * as liveImage from "./live-image.ts";
import * as plan from "./plan.ts";
import * as stats from "./stats.ts";

const exported: TSchema[] = [access, explanation, feed, history, lean, liveImage, plan, stats].flatMap((file) =>
  Object.values(file),
);

export const musterModels: ReadonlyMap<string, TSchema> = new Map(
  exported.flatMap((schema) => ("title" in schema && typeof schema.title === "string" ? [[schema.title, schema]] : [])),
);
