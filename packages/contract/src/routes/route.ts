// What a row of the route table is, and how rows become routes.
import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { ErrorBody, InfraError } from "../models/error.ts";
import { Fields, Uuid } from "../schema.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Role = "admin" | "read-only-admin" | "user";
export type Scheme = "userAuth" | "agentAuth" | "urlAuth" | "imageAuth" | "imageURLAuth" | "watcherAuth";
/** One way to prove who is calling. A route lists several: any one is enough. None at all: the route is open. */
export type Auth = { readonly scheme: Scheme; readonly roles?: readonly Role[] };
/** Which family a route belongs to: the two generations of the wire, Muster's own, the service's, the images'. */
export type Api = "v2" | "v1" | "muster" | "service" | "images";
export type ResponseType = "json" | "octet-stream" | "event-stream" | "text" | "html";
/** Body per status; null is "no body". */
type Responses = Readonly<Record<number, TSchema | null>>;

type Row = {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly deprecated?: true;
  readonly auth?: readonly Auth[];
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TSchema;
  readonly bodyType?: "json" | "multipart";
  readonly bodyOptional?: true;
  readonly responses: Responses;
  readonly responseType?: ResponseType;
  readonly responseHeaders?: TObject;
};

export type Route = {
  readonly id: string;
  readonly api: Api;
  readonly method: Method;
  /** With `{name}` where a parameter stands. */
  readonly path: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly auth: readonly Auth[];
  readonly params: TObject;
  readonly query: TObject;
  readonly headers: TObject;
  readonly body: TSchema | undefined;
  readonly bodyType: "json" | "multipart";
  readonly bodyOptional: boolean;
  /** Every status that the route declares, those common to its family included. */
  readonly responses: Responses;
  /** The form of a successful body; errors are always JSON. */
  readonly responseType: ResponseType;
  readonly responseHeaders: TObject;
};

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;
type Given<R, Key extends string, Otherwise> = R extends { readonly [K in Key]: infer Value } ? Value : Otherwise;
type NoFields = TObject<Record<never, never>>;

type RouteFrom<Id, Prefix extends string, R extends Row, Common extends Responses> = Omit<
  Route,
  "id" | "path" | "params" | "query" | "headers" | "body" | "bodyType" | "responses" | "responseType"
> & {
  readonly id: Id;
  readonly path: `${Prefix}${R["path"]}`;
  readonly params: TObject<Record<PathParams<R["path"]>, typeof paramSchema>>;
  readonly query: Given<R, "query", NoFields>;
  readonly headers: Given<R, "headers", NoFields>;
  readonly body: Given<R, "body", undefined>;
  readonly bodyType: Given<R, "bodyType", "json">;
  readonly responseType: Given<R, "responseType", "json">;
  readonly responses: Omit<Common, keyof R["responses"]> & R["responses"];
};

/** Any caller with one of these roles. */
export const user = (...roles: Role[]): Auth => ({ scheme: "userAuth", roles });
export const agent: Auth = { scheme: "agentAuth" };
export const editors: readonly Auth[] = [user("admin", "user")];
export const readers: readonly Auth[] = [user("admin", "read-only-admin", "user")];
export const open: readonly Auth[] = [];

export const errors = <const Statuses extends readonly number[]>(
  ...statuses: Statuses
): Record<Statuses[number], typeof ErrorBody> =>
  Object.fromEntries(statuses.map((status) => [status, ErrorBody])) as Record<Statuses[number], typeof ErrorBody>;

/** What every REST operation may answer besides what its row says. */
export const commonResponses = { 401: InfraError, 403: InfraError, ...errors(405, 500) } as const;

const paramSchema = Type.String();
const idParam = Uuid();
const noFields = Fields({});

/** Turns rows into routes: prefixes paths, names each by its key, fills in what a row may leave out. */
export function defineRoutes<
  Prefix extends string,
  Common extends Responses,
  const Rows extends Readonly<Record<string, Row>>,
>(
  group: { api: Api; prefix: Prefix; tag: string; common: Common },
  rows: Rows,
): { readonly [Id in keyof Rows]: RouteFrom<Id, Prefix, Rows[Id], Common> } {
  const entries = Object.entries(rows).map(([id, row]): [string, Route] => [
    id,
    {
      id,
      api: group.api,
      method: row.method,
      path: `${group.prefix}${row.path}`,
      summary: row.summary,
      tags: row.tags ?? [group.tag],
      deprecated: row.deprecated ?? false,
      auth: row.auth ?? editors,
      params: paramsOf(row.path),
      query: row.query ?? noFields,
      headers: row.headers ?? noFields,
      body: row.body,
      bodyType: row.bodyType ?? "json",
      bodyOptional: row.bodyOptional ?? false,
      responses: { ...group.common, ...row.responses },
      responseType: row.responseType ?? "json",
      responseHeaders: row.responseHeaders ?? noFields,
    },
  ]);
  // The compiler cannot follow entries back into a mapped type; the shape above is Route, checked field by field.
  return Object.fromEntries(entries) as { [Id in keyof Rows]: RouteFrom<Id, Prefix, Rows[Id], Common> };
}

function paramsOf(path: string): TObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  return Fields(Object.fromEntries(names.map((name) => [name, uuidParams.has(name) ? idParam : paramSchema])));
}

const uuidParams = new Set(["cluster_id", "infra_env_id", "host_id"]);

/** A path with its parameters filled in. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new TypeError(`${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
}

type MayBeLeftOut<Properties extends TProperties> = {
  [Key in keyof Properties]: Properties[Key] extends { default: unknown } | { "~optional": true } ? Key : never;
}[keyof Properties];

/** What a caller writes: parameters that are optional or have a default may be left out, or be undefined. */
export type Written<Schema extends TObject> = {
  [Key in Exclude<keyof Static<Schema>, MayBeLeftOut<Schema["properties"]>>]: Static<Schema>[Key];
} & { [Key in keyof Static<Schema> & MayBeLeftOut<Schema["properties"]>]?: Static<Schema>[Key] | undefined };
