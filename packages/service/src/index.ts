export { allHandlers } from "./handlers.ts";
export { type RunningService, startService } from "./start.ts";
export { StartError } from "./start-error.ts";
