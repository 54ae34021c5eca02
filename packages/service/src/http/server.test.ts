import { once } from "node:events";
import { PassThrough } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Cluster, check, ErrorBody } from "@muster/contract";
import type { FastifyInstance, InjectOptions } from "fastify";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { Missing } from "../aggregates/actor.ts";
import type { Guarded } from "../auth/access.ts";
import type { Audit, Deed } from "../auth/audit.ts";
import type { Caller } from "../auth/caller.ts";
import { Guard } from "../auth/guard.ts";
import type { ShutOut } from "../auth/shut-out.ts";
import type { Verifier } from "../auth/verifiers.ts";
import type { Handlers } from "./handler.ts";
import { HttpProblem } from "./problem.ts";
import { buildServer, type ServerOptions } from "./server.ts";
import { whileLetIn } from "./while-let-in.ts";

const clusters = "/api/assisted-install/v2/clusters";
const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const wanted = { name: "lab", openshift_version: "4.22", pull_secret: "{}" };
const cluster: Cluster = {
  kind: "Cluster",
  id,
  href: "",
  status: "ready",
  status_info: "",
  image_info: {},
  name: "lab",
};

const logged: string[] = [];
let app: FastifyInstance | undefined;

afterEach(async () => {
  await app?.close();
  logged.length = 0;
});

async function server(handlers: Handlers = {}, options: Partial<ServerOptions> = {}) {
  const own = await buildServer({
    handlers: {
      v2ListClusters: () => ({ status: 200, body: [cluster] }),
      v2GetCluster: ({ params }) => ({ status: 200, body: { ...cluster, id: params.cluster_id } }),
      v2RegisterCluster: ({ body }) => ({ status: 201, body: { ...cluster, name: body.name } }),
      v2InstallCluster: () => ({ status: 202, body: cluster }),
      V2GetClusterUISettings: () => ({ status: 200, body: 'a "note"' }),
      v2DeregisterCluster: () => ({ status: 204, body: undefined }),
      ...handlers,
    },
    guarded: null,
    log: pino({ level: "debug" }, { write: (line: string) => void logged.push(line) }),
    bodyLimit: 10_000,
    reportLimit: 50_000,
    uploadLimit: 10_000,
    allowedDomains: [],
    webDirectory: "/nowhere",
    places: { database: "the database", files: "the files" },
    rejectUnknownFields: true,
    observe: () => {},
    observeDownload: () => {},
    tracing: null,
    ...options,
  });
  app = own;
  await own.ready();
  return {
    ask: async (request: InjectOptions) => {
      const answer = await own.inject(request);
      if (answer.statusCode >= 400) {
        expect(check(ErrorBody, answer.json()).kind).toBe("valid");
        expect(answer.json()).toMatchObject({ kind: "Error", code: String(answer.statusCode) });
      }
      return { status: answer.statusCode, headers: answer.headers, text: answer.body, raw: answer.rawPayload };
    },
  };
}

const post = (payload: string, contentType: string | undefined = "application/json"): InjectOptions => ({
  method: "POST",
  url: clusters,
  payload,
  ...(contentType && { headers: { "content-type": contentType } }),
});

describe("a body", () => {
  test("that is right is answered as the operation says", async () => {
    const { ask } = await server();
    const { status, text, headers } = await ask(post(JSON.stringify(wanted)));
    expect([status, JSON.parse(text)]).toEqual([201, cluster]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("that is no JSON is refused, and not repeated: it may be a secret", async () => {
    const { ask } = await server();
    for (const broken of ['{"pull_secret": "hunter2', "hunter2", '{"a": hunter2}']) {
      const { status, text } = await ask(post(broken));
      expect(status).toBe(400);
      expect(text).toContain("not JSON");
      expect(text).not.toContain("hunter2");
    }
  });

  test("may be missing where none is needed, also when the client says that it is JSON", async () => {
    const { ask } = await server();
    const install = { method: "POST", url: `${clusters}/${id}/actions/install` } as const;
    expect((await ask(install)).status).toBe(202);
    expect((await ask({ ...install, headers: { "content-type": "application/json" } })).status).toBe(202);
    expect((await ask({ ...install, headers: { "content-type": "application/json" }, payload: "{}" })).status).toBe(
      202,
    );
    const remove = {
      method: "DELETE",
      url: `${clusters}/${id}`,
      headers: { "content-type": "application/json" },
    } as const;
    expect(await ask(remove)).toMatchObject({ status: 204, text: "" });
  });

  test("that is missing where one is needed is asked for", async () => {
    const { ask } = await server();
    const { status, text } = await ask({ method: "POST", url: clusters });
    expect([status, text]).toEqual([400, expect.stringContaining("body is missing")]);
  });

  test.for(["text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "of type %s is refused, and the right types are named",
    async (contentType) => {
      const { ask } = await server();
      const { status, text } = await ask(post("--x--", contentType));
      expect(status).toBe(415);
      expect(text).toContain(contentType.split(";")[0]);
      expect(text).toContain("application/json");
    },
  );

  test("of no type at all is refused", async () => {
    const { ask } = await server();
    expect((await ask({ method: "POST", url: clusters, payload: Buffer.from("{}") })).status).toBe(415);
  });

  test("that is compressed is read, and its limit counts what comes out", async () => {
    const { ask } = await server();
    const zipped = (body: object) => ({
      ...post(""),
      payload: gzipSync(JSON.stringify(body)),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect((await ask(zipped(wanted))).status).toBe(201);
    expect((await ask(zipped({ ...wanted, tags: "x".repeat(1_000_000) }))).status).toBe(413);
  });

  test("that is too large is refused, and the limit is named", async () => {
    const { ask } = await server();
    const { status, text } = await ask(post(JSON.stringify({ ...wanted, tags: "x".repeat(20_000) })));
    expect(status).toBe(413);
    expect(text).toMatch(/has 20\d+ bytes; at most 10000 .* raise MUSTER_BODY_LIMIT/);
    const report = { output: "x".repeat(60_000) };
    const reports = `/api/assisted-install/v2/infra-envs/${id}/hosts/${id}/instructions`;
    const told = await ask({ ...post(JSON.stringify(report)), url: reports });
    expect([told.status, told.text]).toEqual([413, expect.stringContaining("raise MUSTER_INVENTORY_LIMIT")]);
  });

  test("with fields that nobody knows is refused, and the fields are named", async () => {
    const { ask } = await server();
    const { status, text } = await ask(post(JSON.stringify({ ...wanted, nmae: "lab", colour: "blue" })));
    expect(status).toBe(400);
    expect(text).toContain("nmae");
    expect(text).toContain("did you mean name?");
    expect(text).toContain("colour");
  });

  test("with fields that nobody knows is taken where that is allowed, and they are dropped", async () => {
    const seen: unknown[] = [];
    const register: Handlers["v2RegisterCluster"] = ({ body }) => {
      seen.push(body);
      return { status: 201, body: cluster };
    };
    const { ask } = await server({ v2RegisterCluster: register }, { rejectUnknownFields: false });
    expect((await ask(post(JSON.stringify({ ...wanted, colour: "blue" })))).status).toBe(201);
    expect(seen).toEqual([wanted]);
  });

  test("that tries to change what all objects have in common changes nothing", async () => {
    const { ask } = await server({}, { rejectUnknownFields: false });
    const body = '{"name":"lab","openshift_version":"4.22","pull_secret":"{}","__proto__":{"polluted":true}}';
    expect((await ask(post(body))).status).toBe(201);
    expect("polluted" in {}).toBe(false);
  });
});

describe("an answer", () => {
  test("that is text in JSON is JSON", async () => {
    const { ask } = await server();
    const { text, headers } = await ask({ url: `${clusters}/${id}/ui-settings` });
    expect([text, headers["content-type"]]).toEqual(['"a \\"note\\""', "application/json; charset=utf-8"]);
  });

  test("holds only what the contract names", async () => {
    const leaky = { ...cluster, pullSecret: "hunter2" };
    const { ask } = await server({ v2GetCluster: () => ({ status: 200, body: leaky }) });
    expect((await ask({ url: `${clusters}/${id}` })).text).not.toContain("hunter2");
  });

  test("is compressed when it is worth it and the client can", async () => {
    const many = Array.from({ length: 600 }, () => cluster);
    const { ask } = await server({ v2ListClusters: () => ({ status: 200, body: many }) });
    const { headers, raw } = await ask({ url: clusters, headers: { "accept-encoding": "gzip" } });
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(JSON.parse(gunzipSync(raw).toString())).toHaveLength(600);
    const plain = await ask({ url: clusters });
    expect([plain.headers["content-encoding"], JSON.parse(plain.text).length]).toEqual([undefined, 600]);
    const unwilling = await ask({ url: clusters, headers: { "accept-encoding": "deflate, gzip;q=0" } });
    expect(unwilling.headers["content-encoding"]).toBeUndefined();
    const small = await ask({ url: `${clusters}/${id}`, headers: { "accept-encoding": "gzip" } });
    expect(small.headers["content-encoding"]).toBeUndefined();
  });

  test("to HEAD has the headers of the one to GET, and no body", async () => {
    const { ask } = await server();
    const { status, text, headers } = await ask({ method: "HEAD", url: `${clusters}/${id}` });
    expect([status, text]).toEqual([200, ""]);
    expect(headers["content-type"]).toContain("application/json");
  });

  test("carries the id of its request: the client's if that is one, else a new one", async () => {
    const { ask } = await server();
    const asked = async (given?: string) =>
      (await ask({ url: clusters, headers: given ? { "x-request-id": given } : {} })).headers["x-request-id"];
    expect(await asked(id)).toBe(id);
    for (const given of [undefined, "1", "x".repeat(10_000), "'; drop table events; --"]) {
      expect(await asked(given)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    }
    expect((await ask({ url: "/nowhere" })).headers["x-request-id"]).toBeDefined();
  });
});

describe("an address", () => {
  test("where nothing is gets 404", async () => {
    const { ask } = await server();
    for (const url of ["/nowhere", "/api/assisted-install/v3/clusters", `${clusters}/${id}/nothing`]) {
      expect(await ask({ url })).toMatchObject({ status: 404, text: expect.stringContaining(url) });
    }
  });

  test("that knows other methods gets 405, and they are named", async () => {
    const { ask } = await server();
    const { status, headers, text } = await ask({ method: "PUT", url: `${clusters}/${id}` });
    expect(status).toBe(405);
    expect(headers.allow?.toString().split(", ").sort()).toEqual(["DELETE", "GET", "HEAD", "PATCH"]);
    expect(text).toContain("PUT");
    expect((await ask({ method: "DELETE", url: clusters })).headers.allow).toBe("GET, HEAD, POST");
    expect((await ask({ method: "POST", url: "/health" })).status).toBe(405);
  });

  test("that never ends has no HEAD, and does not say so either", async () => {
    const { ask } = await server();
    const { status, headers } = await ask({ method: "HEAD", url: "/api/muster/v1/feed" });
    expect([status, headers.allow]).toEqual([405, "GET"]);
  });

  test("with an id that is none gets 400, and the parameter is named", async () => {
    const { ask } = await server();
    const { status, text } = await ask({ url: `${clusters}/not-an-id` });
    expect([status, text]).toEqual([400, expect.stringContaining("cluster_id")]);
  });

  test.for([
    "/api/assisted-install/v2/clusters/%zz",
    `${clusters}?owner=%00`,
    `${clusters}/%00`,
    `/${"x".repeat(9_000)}`,
  ])("that cannot be read gets an answer all the same: %s", async (url) => {
    const { ask } = await server();
    expect((await ask({ url })).status).toBeGreaterThanOrEqual(400);
    expect((await ask({ url })).status).toBeLessThan(500);
  });

  test("may end with a slash", async () => {
    const { ask } = await server();
    expect((await ask({ url: `${clusters}/` })).status).toBe(200);
  });

  test("may have slashes twice, as some clients write them", async () => {
    const { ask } = await server({ V2GetClusterDefaultConfig: () => ({ status: 200, body: {} }) });
    expect((await ask({ url: `${clusters}//default-config` })).status).toBe(200);
    expect((await ask({ method: "PUT", url: `${clusters}//default-config` })).status).toBe(405);
  });

  test("of an operation that is not built says so", async () => {
    const { ask } = await server({ v2GetCluster: undefined } as unknown as Handlers);
    expect((await ask({ url: `${clusters}/${id}` })).status).toBe(501);
  });
});

describe("with access control", () => {
  const alice: Caller = {
    userName: "alice",
    orgId: "",
    emailDomain: "",
    role: "user",
    scheme: "userAuth",
    reach: { kind: "own", sharesOrg: false },
  };
  const headers = { authorization: "Bearer token" };

  function guardedBy(verify: Verifier, record: (deed: Deed) => Promise<void> = async () => {}): Guarded {
    const owner = { userName: "alice", orgId: "" };
    const facts = {
      owner: async () => owner,
      serves: async () => false,
      place: async () => null,
      isRevoked: () => false,
    };
    const verifiers = { userAuth: verify };
    const guard = new Guard({ authType: "oidc", verifiers, facts, session: null, scopeChecked: () => {} });
    return { guard, audit: { record } as Audit, shutOut: {} as ShutOut, login: null, close: async () => {} };
  }

  test("a person's change is answered once it is written down, and a look at once", async () => {
    const written = Promise.withResolvers<void>();
    const deeds: Deed[] = [];
    const record = (deed: Deed) => {
      deeds.push(deed);
      return written.promise;
    };
    const { ask } = await server({}, { guarded: guardedBy(async () => alice, record) });
    expect(await ask({ method: "GET", url: `${clusters}/${id}`, headers })).toMatchObject({ status: 200 });
    let isAnswered = false;
    const asking = ask({ method: "DELETE", url: `${clusters}/${id}`, headers }).finally(() => {
      isAnswered = true;
    });
    while (deeds.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    written.resolve();
    expect(await asking).toMatchObject({ status: 204 });
    expect(deeds).toMatchObject([{ userName: "alice", operation: "v2DeregisterCluster", status: 204, clusterId: id }]);
  });

  test("what stays open is ended when its reader would not be let in any more", async () => {
    let verdict: () => Promise<Caller> = async () => alice;
    let isStillLetIn: () => Promise<boolean> = async () => false;
    const handlers: Handlers = {
      v2GetCluster: (request) => {
        isStillLetIn = () => request.isStillLetIn();
        return { status: 200, body: cluster };
      },
    };
    const { ask } = await server(handlers, { guarded: guardedBy(() => verdict()) });
    await ask({ method: "GET", url: `${clusters}/${id}`, headers });
    expect(await isStillLetIn()).toBe(true);
    verdict = async () => {
      throw new HttpProblem(503, "the issuer is away");
    };
    expect(await isStillLetIn()).toBe(true);
    verdict = async () => ({ ...alice, userName: "bob" });
    expect(await isStillLetIn()).toBe(false);
    verdict = async () => {
      throw new HttpProblem(401, "expired");
    };
    const stream = new PassThrough();
    const ended = once(stream.resume(), "end");
    whileLetIn(stream, isStillLetIn, 1);
    await ended;
  });
});

describe("browsers from elsewhere", () => {
  const preflight = (origin: string): InjectOptions => ({
    method: "OPTIONS",
    url: clusters,
    headers: { origin, "access-control-request-method": "PATCH" },
  });

  test("are let in by nobody unless a setting says so", async () => {
    const { ask } = await server();
    const { status, headers } = await ask(preflight("https://ui.example.com"));
    expect([status, headers["access-control-allow-origin"]]).toEqual([405, undefined]);
  });

  test("are let in when their origin is allowed, and only then", async () => {
    const { ask } = await server({}, { allowedDomains: ["https://ui.example.com"] });
    const allowed = await ask(preflight("https://ui.example.com"));
    expect(allowed).toMatchObject({
      status: 204,
      headers: { "access-control-allow-origin": "https://ui.example.com" },
    });
    expect(allowed.headers["access-control-allow-methods"]).toContain("PATCH");
    const other = await ask(preflight("https://evil.example.com"));
    expect(other.headers["access-control-allow-origin"]).not.toBe("https://evil.example.com");
    const plain = await ask({ url: clusters, headers: { origin: "https://ui.example.com" } });
    expect(plain.headers["access-control-allow-origin"]).toBe("https://ui.example.com");
  });

  test("read the counts of events and the names of downloads, and ask for leave once in ten minutes", async () => {
    const { ask } = await server({}, { allowedDomains: ["https://ui.example.com"] });
    const { headers } = await ask({ url: clusters, headers: { origin: "https://ui.example.com" } });
    const exposed = String(headers["access-control-expose-headers"]).split(/, ?/);
    expect(exposed).toEqual(
      expect.arrayContaining(["Event-Count", "Severity-Count-Info", "Severity-Count-Critical", "Content-Disposition"]),
    );
    expect((await ask(preflight("https://ui.example.com"))).headers["access-control-max-age"]).toBe("600");
  });
});

describe("a failure", () => {
  const failing = (error: unknown): Handlers => ({
    v2GetCluster: () => {
      throw error;
    },
  });

  test("inside tells the client nothing but where to look", async () => {
    const { ask } = await server(failing(new Error("the password is hunter2")));
    const { status, text, headers } = await ask({ url: `${clusters}/${id}` });
    expect(status).toBe(500);
    expect(text).not.toContain("hunter2");
    expect(text).toContain(String(headers["x-request-id"]));
    expect(logged.join("")).toContain(String(headers["x-request-id"]));
  });

  test("of the database is 503, with when to try again", async () => {
    const { ask } = await server(failing(Object.assign(new Error("refused"), { code: "ECONNREFUSED" })));
    expect(await ask({ url: `${clusters}/${id}` })).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  });

  test("to find something is 404, and names what was looked for", async () => {
    const { ask } = await server(failing(new Missing()));
    expect(await ask({ url: `${clusters}/${id}` })).toMatchObject({ status: 404, text: expect.stringContaining(id) });
  });

  test("of something that is no error is a failure like any other", async () => {
    const { ask } = await server(failing("just text"));
    expect((await ask({ url: `${clusters}/${id}` })).status).toBe(500);
  });
});

test("what is asked for is logged without what may be secret in the address", async () => {
  const { ask } = await server();
  await ask({ url: `${clusters}?owner=me&api_key=hunter2` });
  await ask({ url: "//bytoken//hunter2/4.22/x86_64/full.iso" });
  expect(logged.join("")).toContain(clusters);
  expect(logged.join("")).not.toContain("hunter2");
});
