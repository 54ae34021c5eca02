import { type Desired, readDesired } from "../desired.ts";
import { checkLimits, limits } from "../limits.ts";
import { parse } from "../parse.ts";
import { type Finding, locate, type Problem } from "../problem.ts";
import { checkAddresses } from "./addresses.ts";
import { checkBases } from "./bases.ts";
import { checkBonds } from "./bonds.ts";
import { checkControllers } from "./controllers.ts";
import { checkDns } from "./dns.ts";
import { checkInterfaces } from "./interfaces.ts";
import { checkMtus } from "./mtus.ts";
import { checkRoutes } from "./routes.ts";
import { checkShape } from "./shape.ts";
import { checkVlans } from "./vlans.ts";

const rules: readonly ((desired: Desired) => Finding[])[] = [
  checkInterfaces,
  checkAddresses,
  checkBases,
  checkVlans,
  checkMtus,
  checkBonds,
  checkControllers,
  checkRoutes,
  checkDns,
];

/** Every mistake that can be found without the library, in the order of the text (the first hundred). */
export function check(yaml: string, { file }: Readonly<{ file: string }>): Problem[] {
  return locate(findAll(yaml), yaml, file).slice(0, limits.problems);
}

function findAll(yaml: string): Finding[] {
  const limited = checkLimits(yaml);
  if (limited.length > 0) return limited;
  const { tree, findings } = parse(yaml);
  if (!tree) return [...findings];
  if (tree.kind === "scalar" && tree.type === "null") return [...findings, nothing];
  const desired = readDesired(tree);
  return [...findings, ...checkShape(tree), ...rules.flatMap((rule) => rule(desired))];
}

const nothing: Finding = {
  code: "nothing-to-configure",
  at: 0,
  path: "",
  found: "an empty document",
  needed: "a network state with interfaces",
  remedy: "describe the host's interfaces, or leave its network to DHCP by giving no document at all",
};
