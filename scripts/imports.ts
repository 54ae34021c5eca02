// Which way imports point (docs/architecture.md). Decides on plain data: sources and manifests in, problems out.
import { posix } from "node:path";

export type Source = Readonly<{ path: string; text: string }>;

export type Manifest = Readonly<{
  name: string;
  exports?: Readonly<Record<string, string>>;
  dependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
}>;

/** Each package may import those of the layers above it, never its neighbours or those below. */
const layers = [
  ["contract"],
  ["core", "nmstate", "ignition", "config"],
  ["iso", "release", "redfish", "ui"],
  ["service", "agent", "installer", "operator", "simulator"],
  ["cli"],
];

/** Tests of the service may play simulated machines. */
const inTestsOnly: Readonly<Record<string, readonly string[]>> = { service: ["simulator"] };

const purePackages = ["core", "nmstate", "config"];

/** Doors to the outside beside a pure package: an export of their own that nothing pure imports. */
const doors = ["packages/nmstate/src/node.ts"];

const impurities = [
  [/\bDate\.now\(/, "reads the clock"],
  [/\bnew Date\(\)/, "reads the clock"],
  [/\bperformance\.now\(/, "reads the clock"],
  [/\bMath\.random\(/, "draws random numbers"],
  [/\bcrypto\.(?:randomUUID|getRandomValues)\(/, "draws random numbers"],
  [/\bconsole\.\w+\(/, "prints"],
  [/\bprocess\.\w+/, "looks at the process"],
  [/\b(?:setTimeout|setInterval)\(/, "waits"],
  [/\bfetch\(/, "uses the network"],
] as const;

export function importProblems(sources: readonly Source[], manifests: Readonly<Record<string, Manifest>>): string[] {
  const ours = sources.filter(({ path }) => packageOf(path) !== undefined);
  return [
    ...Object.keys(manifests).flatMap(unplaced),
    ...sources.flatMap((source) =>
      importsOf(source.text).flatMap((specifier) => direction(source.path, specifier, manifests)),
    ),
    ...ours.flatMap(purity),
    ...Object.entries(manifests).flatMap(([name, manifest]) => dependencies(name, manifest, ours)),
  ];
}

/** Names in import and export statements and in import calls, types included. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const statements = code.matchAll(/^(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"/gm);
  const bare = code.matchAll(/^import\s*"([^"]+)"/gm);
  const calls = code.matchAll(/\bimport(?:\.meta\.resolve)?\(\s*"([^"]+)"\s*\)/g);
  // Bundlers take a query behind a name (`?url`); it is no part of it.
  return [...statements, ...bare, ...calls].map(([, specifier = ""]) => specifier.replace(/\?.*$/, ""));
}

const packageOf = (path: string): string | undefined => /^packages\/([^/]+)\//.exec(path)?.[1];
const isTest = (path: string): boolean => path.endsWith(".test.ts") || /^packages\/[^/]+\/test\//.test(path);
const layerOf = (name: string): number => layers.findIndex((layer) => layer.includes(name));

function unplaced(name: string): string[] {
  return layerOf(name) === -1 ? [`packages/${name} has no layer: give it one in scripts/imports.ts.`] : [];
}

function direction(path: string, specifier: string, manifests: Readonly<Record<string, Manifest>>): string[] {
  const from = packageOf(path);
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    const to = packageOf(target);
    if (from !== undefined && to === from) return [];
    if (from === undefined && to === undefined) return [];
    if (from === undefined) return [`${path} reaches into ${target}: import what packages/${to} exports.`];
    return [`${path} imports ${target}, which is outside its package.`];
  }
  if (specifier.startsWith("/")) return [`${path} imports ${specifier} by an absolute path.`];
  const [, to, entry] = /^@muster\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (to === undefined) return [];
  if (manifests[to]?.exports?.[`.${entry ?? ""}`] === undefined)
    return [`${path} imports ${specifier}, which packages/${to} does not export.`];
  if (to === "cli") return [`${path} imports cli, which nothing may import.`];
  if (from === undefined || from === to) return [];
  if (isTest(path) && inTestsOnly[from]?.includes(to)) return [];
  if (layerOf(to) < layerOf(from)) return [];
  return [`${path} imports ${specifier}: ${from} may not import ${to}.`];
}

function purity({ path, text }: Source): string[] {
  const name = packageOf(path) ?? "";
  if (!purePackages.includes(name) || isTest(path) || doors.includes(path)) return [];
  const imports = importsOf(text).flatMap((specifier) => {
    if (specifier.startsWith("node:")) return [`${path} imports ${specifier}, but ${name} is pure.`];
    const target = posix.join(posix.dirname(path), specifier);
    return doors.includes(target) ? [`${path} imports ${target}, but ${name} is pure.`] : [];
  });
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
  const acts = impurities.flatMap(([pattern, act]) =>
    pattern.test(code) ? [`${path} ${act}, but ${name} is pure.`] : [],
  );
  return [...imports, ...acts];
}

/** Available everywhere from the root's package.json. */
const shared = ["vitest", "fast-check"];

function dependencies(name: string, manifest: Manifest, sources: readonly Source[]): string[] {
  const own = sources.filter(({ path }) => packageOf(path) === name);
  const used = (test: boolean) =>
    new Set(
      own.filter(({ path }) => isTest(path) === test).flatMap(({ text }) => importsOf(text).flatMap(dependencyOf)),
    );
  const [inCode, inTests] = [used(false), used(true)];
  const declared = new Set(Object.keys(manifest.dependencies ?? {}));
  const forTests = new Set(Object.keys(manifest.devDependencies ?? {}));
  const missing = [...inCode].filter((dependency) => dependency !== manifest.name && !declared.has(dependency));
  const missingInTests = [...inTests].filter(
    (dependency) =>
      dependency !== manifest.name &&
      !declared.has(dependency) &&
      !forTests.has(dependency) &&
      !shared.includes(dependency),
  );
  const isUsed = (dependency: string) => {
    const typed = dependency.replace(/^@types\//, "");
    return inCode.has(typed) || inTests.has(typed);
  };
  return [
    ...missing.map((dependency) => `packages/${name} imports ${dependency}, which its package.json does not list.`),
    ...missingInTests.map(
      (dependency) => `Tests of packages/${name} import ${dependency}, which its package.json does not list.`,
    ),
    ...[...declared]
      .filter((dependency) => !isUsed(dependency))
      .map((dependency) => `packages/${name} lists ${dependency} but never imports it.`),
    ...[...forTests]
      .filter((dependency) => !isUsed(dependency))
      .map((dependency) => `packages/${name} lists ${dependency} but never imports it.`),
  ];
}

function dependencyOf(specifier: string): string[] {
  if (/^(?:[./]|node:)/.test(specifier)) return [];
  const parts = specifier.split("/");
  return [specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? "")];
}
