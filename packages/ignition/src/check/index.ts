import type { IgnitionConfig } from "../config.ts";
import type { Report } from "../problem.ts";
import { checkDisks } from "./disks.ts";
import { checkDuplicates } from "./duplicates.ts";
import { checkFilesystems } from "./filesystems.ts";
import { checkIgnitionSection } from "./ignition-section.ts";
import { checkLuks } from "./luks.ts";
import { checkNodes } from "./nodes.ts";
import { checkPasswd } from "./passwd.ts";
import { checkTree } from "./tree.ts";
import { checkUnits } from "./units.ts";

/** Every rule of the specification about a config as a whole. Shapes and versions are right already. */
export function checkConfig(config: IgnitionConfig, report: Report): void {
  checkIgnitionSection(config, report);
  checkPasswd(config, report);
  checkDisks(config, report);
  checkFilesystems(config, report);
  checkLuks(config, report);
  checkNodes(config, report);
  checkUnits(config, report);
  checkDuplicates(config, report);
  checkTree(config, report);
}
