// A fetch that holds every answer against the contract: a status that the operation may give, and the body of that status.
import { check, describeProblems, ErrorBody, type RouteDefinition, routes } from "@muster/contract";

const byShape = Object.values(routes).map((route: RouteDefinition) => ({
  route,
  isPlain: !route.path.includes("{"),
  path: new RegExp(`^${route.path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

export const contractFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const url = new URL(String(input));
  const route = routeOf(init?.method ?? "GET", url.pathname);
  const isDownload = response.ok && route?.responseType !== "json";
  if (route && !isDownload && isNews(route, response.status)) await hold(route, response.clone());
  return response;
};

/** Machines ask the same many thousand times: the first hundred answers of a kind tell enough. */
const enough = 100;
const held = new Map<string, number>();

function isNews({ id }: RouteDefinition, status: number): boolean {
  const kind = `${id} ${status}`;
  const count = (held.get(kind) ?? 0) + 1;
  held.set(kind, count);
  return count <= enough;
}

function routeOf(method: string, pathname: string): RouteDefinition | undefined {
  const fitting = byShape.filter(({ route, path }) => route.method === method && path.test(pathname));
  return (fitting.find(({ isPlain }) => isPlain) ?? fitting[0])?.route;
}

async function hold(route: RouteDefinition, response: Response): Promise<void> {
  const { status } = response;
  const where = `${route.method} ${route.path} answered ${status}`;
  const text = await response.text();
  if (status >= 400) {
    if (status === 401 || status === 403) return;
    expectShape(where, ErrorBody, text);
    if (!text.includes(`"code":"${status}"`)) throw new Error(`${where} with another code in its body: ${text}`);
    return;
  }
  const schema = route.responses[status];
  if (schema === undefined) throw new Error(`${where}, which the contract does not know`);
  if (schema === null) {
    if (text !== "") throw new Error(`${where} with a body where there is none: ${text.slice(0, 200)}`);
    return;
  }
  expectShape(where, schema, text);
}

function expectShape(where: string, schema: NonNullable<RouteDefinition["responses"][number]>, text: string): void {
  const checked = check(schema, JSON.parse(text));
  if (checked.kind === "invalid") throw new Error(`${where}, but ${describeProblems(checked.problems)}`);
}
