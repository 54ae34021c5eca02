import { check } from "./check/index.ts";
import { type Keyfile, type Nmstate, render } from "./nmstate.ts";
import { type Finding, locate, type Outcome, refused } from "./problem.ts";

/** All mistakes at once, or the files. The library speaks only where the checker found nothing. */
export function checkAndRender(
  nmstate: Nmstate,
  yaml: string,
  { file }: Readonly<{ file: string }>,
): Outcome<readonly Keyfile[]> {
  const problems = check(yaml, { file });
  return problems.length > 0 ? refused(problems) : renderChecked(nmstate, yaml, { file });
}

/** For documents that `check` has passed: rendered files that are there, and that stay in their directory. */
export function renderChecked(
  nmstate: Nmstate,
  yaml: string,
  { file }: Readonly<{ file: string }>,
): Outcome<readonly Keyfile[]> {
  const outcome = render(nmstate, yaml, { file });
  if (outcome.kind === "refused") return outcome;
  const unsafe = outcome.value.find(([name]) => name.includes("/") || name.startsWith("."));
  if (unsafe) return refused(locate([badFileName(unsafe[0])], yaml, file));
  return outcome.value.length > 0 ? outcome : refused(locate([nothingRendered], yaml, file));
}

const nothingRendered: Finding = {
  code: "nothing-to-configure",
  at: 0,
  path: "",
  found: "a state for which not a single profile is rendered",
  needed: "at least one interface that is up or down",
  remedy: "describe the host's interfaces, or leave its network to DHCP by giving no document at all",
};

const badFileName = (name: string): Finding => ({
  code: "bad-interface-name",
  at: 0,
  path: "interfaces",
  found: `an interface whose profile would be the file ${JSON.stringify(name)}`,
  needed: "names without slash that do not begin with a dot",
  remedy: "choose another name",
});
