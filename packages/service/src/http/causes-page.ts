// Where the links of explanations lead: every cause by its id. What was found of it, and what to do, the explanation tells.
import { clusterValidations, hostValidations, ownCauses } from "@muster/core";
import { escapeHtml, htmlPage } from "./html-page.ts";

type Check = Readonly<{ id: string; category: string; needs: readonly string[] }>;

export function causesPage(): string {
  const own = Object.entries(ownCauses).map(([id, says]) => entry(id, escapeHtml(says)));
  const known = new Map<string, string[]>();
  const about = (kind: "host" | "cluster", checks: readonly Check[]) => {
    for (const { id, category, needs } of checks) {
      const after = needs.length > 0 ? ` It is asked once these pass: ${needs.map(link).join(", ")}.` : "";
      known.set(id, [...(known.get(id) ?? []), `A check of each ${kind} (${category}).${after}`]);
    }
  };
  about("cluster", clusterValidations);
  about("host", hostValidations);
  const checks = [...known]
    .filter(([id]) => !Object.hasOwn(ownCauses, id))
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([id, says]) => entry(id, says.join(" ")));
  return htmlPage({
    title: "Causes",
    intro: `<p>What stands between a cluster or a host and its next state. <code>muster cluster explain</code> and <code>muster host
explain</code> tell which of these hold, what was found, what is needed and what to do. <a href="/docs">All operations</a>.</p>
<nav><a href="#situations">Situations</a> <a href="#checks">Checks</a></nav>`,
    main: `<h2 id="situations">Situations</h2>\n<dl>\n${own.join("\n")}\n</dl>\n<h2 id="checks">Checks</h2>\n<dl>\n${checks.join("\n")}\n</dl>`,
  });
}

const entry = (id: string, says: string): string => `<dt id="${id}"><code>${id}</code></dt><dd>${says}</dd>`;
const link = (id: string): string => `<a href="#${id}">${id}</a>`;
