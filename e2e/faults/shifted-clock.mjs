// Loaded into a service with --import: its clock is off by as many milliseconds as the file that MUSTER_FAULT_CLOCK names says.
// Timers go on as they are, as they do when somebody sets the clock of a machine.
import { readFileSync } from "node:fs";

const file = process.env.MUSTER_FAULT_CLOCK ?? "";
let offset = 0;
const read = () => {
  offset = Number(readFileSync(file, "utf8"));
};
read();
setInterval(read, 50).unref();

const RealDate = Date;
const now = () => RealDate.now() + offset;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
