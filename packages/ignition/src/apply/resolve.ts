import type { IgnitionConfig, Resource } from "../config.ts";
import { mergeIgnition } from "../merge.ts";
import { parseIgnition } from "../parse.ts";
import { describeProblem, type Outcome, type Place, type Report } from "../problem.ts";
import type { Sources } from "./source.ts";

/** A config may lead to others, and they to others again; one that leads back to itself must end. */
const deepest = 8;
const mostConfigs = 50;

/** Servers that hold configs of several versions choose by this. */
const accept = { accept: "application/vnd.coreos.ignition+json;version=3.5.0, */*;q=0.1" };

type Walk = Readonly<{ sources: Sources; report: Report; counted: { configs: number } }>;

/** The config with all configs that it refers to: depth first, each over the one that names it, in their order. */
export function resolveConfig(
  config: IgnitionConfig,
  sources: Sources,
  report: Report,
): Promise<IgnitionConfig | null> {
  return resolveAt(config, ["ignition"], 0, { sources, report, counted: { configs: 0 } });
}

async function resolveAt(config: IgnitionConfig, at: Place, depth: number, walk: Walk): Promise<IgnitionConfig | null> {
  await walk.sources.configure(config.ignition, at);
  const { merge = [], replace } = config.ignition.config ?? {};
  if (replace?.source) return load(replace, [...at, "config", "replace"], depth, walk);
  let result: IgnitionConfig | null = withoutReferences(config);
  for (const [index, reference] of merge.entries()) {
    const place = [...at, "config", "merge", index];
    const child: IgnitionConfig | null = await load(reference, place, depth, walk);
    const merged: Outcome<IgnitionConfig> | null = child && result && mergeIgnition(result, child);
    if (merged?.kind === "refused") refuse(merged, place, walk.report);
    result = merged?.kind === "ok" ? merged.value : null;
  }
  return result;
}

async function load(reference: Resource, at: Place, depth: number, walk: Walk): Promise<IgnitionConfig | null> {
  walk.counted.configs += 1;
  if (depth >= deepest || walk.counted.configs > mostConfigs) {
    walk.report("cannot_resolve", at, `more than ${mostConfigs} configs, or ${deepest} that lead to each other`);
    return null;
  }
  const bytes = await walk.sources.get(reference, at, accept);
  if (!bytes) return null;
  const parsed = parseIgnition(Buffer.from(bytes).toString());
  if (parsed.kind === "ok") return resolveAt(parsed.value, at, depth + 1, walk);
  refuse(parsed, at, walk.report);
  return null;
}

function refuse(outcome: Extract<Outcome<unknown>, { kind: "refused" }>, at: Place, report: Report): void {
  for (const problem of outcome.problems)
    report("cannot_resolve", at, `a config with this problem: ${describeProblem(problem)}`);
}

function withoutReferences({
  ignition: { config: _config, ...ignition },
  ...sections
}: IgnitionConfig): IgnitionConfig {
  return { ignition, ...sections };
}
