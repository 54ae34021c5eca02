// What people read when a service is not there, is not ours, or does not let them in.
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { scratch } from "./scratch.ts";
import { hasOpenssl, selfSigned } from "./self-signed.ts";
import { run } from "./terminal.ts";

const { at } = scratch();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const answering = (listener: RequestListener) => listening(createServer(listener));
const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
const type = (line: string, env = {}) => run(line, { XDG_CONFIG_HOME: at("config"), ...env });

describe("no service", () => {
  test("nothing listens: which address, what chose it, what to do; exit code 5", async () => {
    const port = await answering(json(200, []));
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const { code, err } = await type("cluster list", { MUSTER_SERVER: `http://127.0.0.1:${port}` });
    expect(code).toBe(5);
    expect(err).toBe(
      `error: nothing answers at http://127.0.0.1:${port} (from MUSTER_SERVER): nothing listens there.\n` +
        "Start a service with `muster serve`; --server, --context or MUSTER_SERVER name another one.\n",
    );
  });

  test("an unknown name", async () => {
    const { code, err } = await type("cluster list --server http://no-such-host.invalid");
    expect(code).toBe(5);
    expect(err).toContain("http://no-such-host.invalid (from --server)");
  });

  test("a context that does not exist", async () => {
    expect(await type("cluster list --context nope")).toMatchObject({
      code: 1,
      err: expect.stringContaining("muster context set"),
    });
  });

  test("something else that speaks HTTP", async () => {
    const port = await answering((_, response) => response.writeHead(404).end("<html>Not found</html>"));
    const { code, err } = await type(`cluster list --server http://127.0.0.1:${port}`);
    expect(code).toBe(1);
    expect(err).toContain("answered 404, but not as Muster does");
  });

  test("a service that does not speak HTTPS", async () => {
    const port = await answering(json(200, []));
    const { code, err } = await type(`cluster list --server https://127.0.0.1:${port}`);
    expect(code).toBe(5);
    expect(err).toContain("does not speak HTTPS");
  });
});

describe("a service that refuses", () => {
  test.each([
    [401, { code: 401, message: "no token" }, "the service wants to know who you are: no token", "`muster login`"],
    [403, { code: 403, message: "not yours" }, "not yours", "another token"],
    [409, { code: "409", reason: "the cluster is installing" }, "the cluster is installing", "explain"],
    [503, { code: "503", reason: "the database is away" }, "the database is away", "try again soon"],
  ])("%i", async (status, body, says, remedy) => {
    const port = await answering(json(status, body));
    const { code, err } = await type(`cluster list --server http://127.0.0.1:${port}`);
    expect(code).toBe(1);
    expect(err).toContain(says);
    expect(err).toContain(remedy);
  });

  test("the token of the context travels, and is in no message", async () => {
    let seen: string | undefined;
    const port = await answering((request, response) => {
      seen = request.headers.authorization;
      json(401, { code: 401, message: "expired" })(request, response);
    });
    await run(
      `context set lab --server http://127.0.0.1:${port} --token-file -`,
      { XDG_CONFIG_HOME: at("other") },
      { input: async () => "tok-en" },
    );
    const { err } = await run("cluster list --debug", { XDG_CONFIG_HOME: at("other") });
    expect(seen).toBe("Bearer tok-en");
    expect(err).toContain("does not accept the token: expired");
    expect(err).not.toContain("tok-en");
  });
});

describe.skipIf(!hasOpenssl)("TLS", () => {
  test("a certificate that nobody vouches for is refused, unless its issuer is named", async () => {
    const { cert, options } = selfSigned(at);
    const port = await listening(createTlsServer(options, json(200, [])));
    const refused = await type(`cluster list --server https://127.0.0.1:${port}`);
    expect(refused.code).toBe(5);
    expect(refused.err).toContain("is not trusted: it is signed by itself");
    expect(refused.err).toContain("--ca-file");
    await type(`context set tls --server https://127.0.0.1:${port} --ca-file ${cert}`);
    expect(await type("cluster list -o json --context tls")).toMatchObject({ code: 0, out: "[]\n" });
  });
});
