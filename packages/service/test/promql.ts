// As much of PromQL as it takes to say which metrics and labels an expression names.

export type Named = Readonly<{
  /** Metrics, each with the labels that it is selected by. */
  metrics: ReadonlyMap<string, ReadonlySet<string>>;
  /** Labels that results are grouped by. */
  grouped: ReadonlySet<string>;
}>;

const token = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d[\w.]*|[^\s\w]/g;
const grouping: ReadonlySet<string> = new Set(["by", "without", "on", "ignoring", "group_left", "group_right"]);
const words: ReadonlySet<string> = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan"]);

export function namesIn(expression: string): Named {
  const tokens: readonly string[] = expression.match(token) ?? [];
  const metrics = new Map<string, Set<string>>();
  const grouped = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    const [one = "", next] = tokens.slice(at, at + 2);
    if (!/^[a-zA-Z_:]/.test(one) || words.has(one)) continue;
    if (grouping.has(one)) {
      const end = tokens.indexOf(")", at);
      for (const label of tokens.slice(at + 2, end)) if (label !== ",") grouped.add(label);
      at = end;
    } else if (next !== "(" && !grouping.has(next ?? "")) {
      const labels = metrics.get(one) ?? new Set<string>();
      metrics.set(one, labels);
      if (next !== "{") continue;
      const end = tokens.indexOf("}", at);
      // In braces a name stands before its = != =~ or !~.
      for (const [index, label] of tokens.slice(at + 2, end).entries()) {
        if (/^[a-zA-Z_]/.test(label) && /^[=!]/.test(tokens[at + 3 + index] ?? "")) labels.add(label);
      }
      at = end;
    }
  }
  return { metrics, grouped };
}

/** What Prometheus' text format holds: each series' name, with its labels. */
export function seriesIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const series = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /gm)) {
    const known = series.get(name) ?? new Set<string>();
    series.set(name, known);
    for (const [, label = ""] of labels.matchAll(/(?:^|,)([a-zA-Z_]\w*)="/g)) known.add(label);
  }
  return series;
}
