import { outcomes } from "../../../test/host-facts.ts";
import type { ImageAvailability } from "../../model/observations.ts";

const images = (...list: ImageAvailability[]) => ({
  host: { imagesStatus: Object.fromEntries(list.map((image, index) => [`quay.io/image:${index}`, image])) },
});

outcomes("container-images-available", [
  ["none were asked for", {}, "success"],
  ["pulled", images({ result: "success", sizeBytes: 4e8, downloadRate: 100, time: 4 }), "success"],
  ["there already", images({ result: "success", sizeBytes: 0, downloadRate: 0 }), "success"],
  [
    "one of two failed",
    images({ result: "success", sizeBytes: 4e8, downloadRate: 100 }, { result: "failure" }),
    "failure",
    "could not be pulled: quay.io/image:1;",
  ],
  ["hopelessly slow", images({ result: "success", sizeBytes: 4e8, downloadRate: 0.0009 }), "failure"],
  ["in a pool", { ...images({ result: "failure" }), cluster: null }, "not-applicable"],
]);
