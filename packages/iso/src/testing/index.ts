export { buildLiveIsoWithXorriso, hasTool } from "./foreign-tools.ts";
export { filler, type LiveFiles, type LiveIsoParts, liveFiles } from "./live-files.ts";
export { buildLiveIso, builtAt } from "./live-iso.ts";
