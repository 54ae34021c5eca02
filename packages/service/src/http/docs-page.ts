// The API for people: one page, made from the route table, without scripts or anything from elsewhere.
import { type RouteDefinition, routes } from "@muster/contract";
import { escapeHtml, htmlPage } from "./html-page.ts";

const titles = {
  v2: "REST API",
  muster: "Muster's own API",
  v1: "The 2021 API",
  images: "Images",
  service: "The service itself",
} as const;

export function docsPage(version: string): string {
  const all: readonly RouteDefinition[] = Object.values(routes);
  const sections = Object.entries(titles).flatMap(([api, title]) => {
    const members = all.filter((route) => route.api === api);
    return members.length === 0 ? [] : [`<h2 id="${api}">${title}</h2>\n${members.map(operation).join("\n")}`];
  });
  const links = Object.entries(titles).map(([api, title]) => `<a href="#${api}">${title}</a>`);
  return htmlPage({
    title: "Muster API",
    intro: `<p>Version ${escapeHtml(version)}. The same as an <a href="/api/assisted-install/v2/openapi">OpenAPI 3.1 document</a>.</p>
<nav>${links.join(" ")}</nav>`,
    main: sections.join("\n"),
  });
}

function operation(route: RouteDefinition): string {
  const parameters = [
    ...fields("path", route.params),
    ...fields("query", route.query),
    ...fields("header", route.headers),
    ...(route.body
      ? [row("body", route.bodyType === "multipart" ? "multipart/form-data" : nameOf(route.body), true, "")]
      : []),
  ];
  const answers = Object.entries(route.responses).map(
    ([status, schema]) => `<li><code>${status}</code> ${schema ? escapeHtml(nameOf(schema)) : "no body"}</li>`,
  );
  const table = parameters.length > 0 ? `<table><tbody>${parameters.join("")}</tbody></table>` : "";
  return `<details id="${route.id}"${route.deprecated ? ' class="deprecated"' : ""}>
<summary><b class="${route.method}">${route.method}</b> <code>${escapeHtml(route.path)}</code> <span>${escapeHtml(route.summary)}</span></summary>
<p><code>${route.id}</code> · ${callers(route)}${route.deprecated ? " · deprecated" : ""}</p>
${table}
<ul>${answers.join("")}</ul>
</details>`;
}

function callers({ auth }: RouteDefinition): string {
  if (auth.length === 0) return "open to everyone";
  return auth.map(({ scheme, roles }) => (roles ? `${scheme} (${roles.join(", ")})` : scheme)).join(" or ");
}

type Described = {
  title?: string;
  type?: string;
  format?: string;
  enum?: readonly string[];
  items?: Described;
  default?: unknown;
};

function fields(place: string, schema: RouteDefinition["params"]): string[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const described: Described = property;
    return row(
      place,
      `${name}: ${typeOf(described)}`,
      required.has(name) && described.default === undefined,
      defaultOf(described),
    );
  });
}

const row = (place: string, what: string, required: boolean, note: string): string =>
  `<tr><td>${place}</td><td><code>${escapeHtml(what)}</code></td><td>${required ? "required" : "optional"}</td><td>${escapeHtml(note)}</td></tr>`;

const defaultOf = ({ default: value }: Described): string =>
  value === undefined ? "" : `default ${JSON.stringify(value)}`;

function typeOf(schema: Described): string {
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  return schema.format ?? schema.type ?? "any";
}

function nameOf(schema: object): string {
  const described: Described = schema;
  return described.title ?? typeOf(described);
}
