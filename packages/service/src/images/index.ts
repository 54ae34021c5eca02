// Live images without the server: `@muster/service/images`, for the command line.
export { createCatalogue, normalArchitecture } from "../catalogue/catalogue.ts";
export type { LiveImage } from "../catalogue/live-image.ts";
export { addedImages, addImage, BrokenListError, imageDirectory } from "./added-images.ts";
export { type BaseState, localPath } from "./bases.ts";
export { digestOf, download } from "./download.ts";
export { DownloadError } from "./download-error.ts";
export { shown } from "./http-get.ts";
export { httpOptions, openBases } from "./open-bases.ts";
