import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { originOf } from "../../test/origin.ts";
import { findPart } from "../../test/parts.ts";
import { ScratchRoot } from "../../test/scratch-root.ts";
import { base64DataUrl, file, type IgnitionConfig, plainDataUrl, printIgnition, type Resource } from "../index.ts";

async function serve(answer: RequestListener): Promise<{ origin: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((incoming, response) => {
    requests.push(incoming);
    answer(incoming, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: originOf(server), requests };
}

const holding = (contents: Resource, ignition: Partial<IgnitionConfig["ignition"]> = {}) => ({
  ignition: { version: "3.4.0" as const, ...ignition },
  storage: { files: [{ path: "/a", contents }] },
});
const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const noWait = { wait: () => Promise.resolve() };

describe("contents from a server", () => {
  test("are fetched with the headers of the config, unpacked and checked", async () => {
    const { origin, requests } = await serve((_, response) => response.end(gzipSync("served")));
    const root = new ScratchRoot();
    const contents = {
      source: `${origin}/x?y=1`,
      compression: "gzip",
      verification: { hash: `sha256-${sha("served").toUpperCase()}` },
      httpHeaders: [{ name: "Authorization", value: "Bearer t" }],
    };
    expect(await root.apply(holding(contents))).toMatchObject({ kind: "applied" });
    expect(root.read("/a")).toBe("served");
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([["/x?y=1", "Bearer t"]]);
  });

  test("are followed to where they moved, without the headers of the config", async () => {
    const { origin, requests } = await serve((incoming, response) => {
      if (incoming.url === "/old") response.writeHead(302, { location: "/new" }).end();
      else response.end("there");
    });
    const root = new ScratchRoot();
    await root.apply(holding({ source: `${origin}/old`, httpHeaders: [{ name: "X-Key", value: "secret" }] }));
    expect(root.read("/a")).toBe("there");
    expect(requests.map(({ url, headers }) => [url, headers["x-key"]])).toEqual([
      ["/old", "secret"],
      ["/new", undefined],
    ]);
  });

  test("are asked for again after a server's error, with longer and longer pauses", async () => {
    let count = 0;
    const { origin } = await serve((_, response) => {
      count += 1;
      response.writeHead(count < 4 ? 503 : 200).end("at last");
    });
    const pauses: number[] = [];
    const root = new ScratchRoot();
    const wait = async (milliseconds: number) => pauses.push(milliseconds);
    expect(await root.apply(holding({ source: origin }), { wait })).toMatchObject({ kind: "applied" });
    expect(pauses).toEqual([100, 200, 400]);
  });

  const refusals: readonly (readonly [string, RequestListener, Partial<Resource>, string, string])[] = [
    ["a file that is not there", (_, response) => response.writeHead(404).end(), {}, "cannot_fetch", "status 404"],
    ["a server that never recovers", (_, response) => response.writeHead(500).end(), {}, "cannot_fetch", "status 500"],
    [
      "a redirect without end",
      (_, response) => response.writeHead(301, { location: "/" }).end(),
      {},
      "cannot_fetch",
      "more than 10 redirects",
    ],
    [
      "a redirect to a file",
      (_, response) => response.writeHead(301, { location: "file:///etc/passwd" }).end(),
      {},
      "cannot_fetch",
      "a redirect to something that is not an http URL",
    ],
    [
      "more than the limit",
      (_, response) => response.end("x".repeat(2000)),
      {},
      "cannot_fetch",
      "more than 1000 bytes",
    ],
    [
      "other contents than the hash says",
      (_, response) => response.end("x"),
      { verification: { hash: `sha256-${sha("y")}` } },
      "cannot_verify",
      `contents with sha256-${sha("x")}`,
    ],
    [
      "gzip that is none",
      (_, response) => response.end("x"),
      { compression: "gzip" },
      "cannot_unpack",
      "bytes that are not gzip",
    ],
    [
      "a bomb",
      (_, response) => response.end(gzipSync(Buffer.alloc(100_000))),
      { compression: "gzip" },
      "cannot_unpack",
      "more than 1000 bytes after unpacking",
    ],
  ];
  test.each(refusals)("%s is refused, and nothing is written", async (_, answer, more, code, found) => {
    const { origin } = await serve(answer);
    const root = new ScratchRoot();
    const limits = { fileBytes: 1000 };
    expect(await root.apply(holding({ source: `${origin}/`, ...more }), { limits, ...noWait })).toMatchObject({
      kind: "refused",
      problems: [{ code, found }],
    });
    expect(root.tree()).toEqual([]);
  });

  test("a server that does not answer is given up in time", async () => {
    const { origin } = await serve(() => {});
    const applied = await new ScratchRoot().apply(
      holding({ source: origin }, { timeouts: { httpResponseHeaders: 1, httpTotal: 1 } }),
      noWait,
    );
    expect(applied).toMatchObject({ kind: "refused", problems: [{ code: "cannot_fetch" }] });
  });

  test("all contents together have a limit", async () => {
    const files = ["/a", "/b", "/c"].map((path) => file(path, "x".repeat(400)));
    expect(await new ScratchRoot().apply({ storage: { files } }, { limits: { totalBytes: 1000 } })).toMatchObject({
      problems: [{ code: "cannot_hold", path: "$.storage.files[2].contents", found: "more than 1000 bytes in all" }],
    });
  });

  test("kinds of sources that only Ignition itself knows are refused", async () => {
    expect(await new ScratchRoot().apply(holding({ source: "s3://bucket/key" }))).toMatchObject({
      problems: [{ code: "cannot_use_scheme", path: "$.storage.files[0].contents.source", found: "a s3 source" }],
    });
  });

  const openssl = findPart("openssl");
  test.skipIf(openssl === null)(
    "come by https from a server whose authority the config brings (needs openssl)",
    async () => {
      const directory = new ScratchRoot().path;
      const [key, pem] = [join(directory, "key.pem"), join(directory, "cert.pem")];
      const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
      const made = spawnSync(openssl ?? "", [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
        "-keyout",
        key,
        "-out",
        pem,
        ...subject,
      ]);
      expect(made.status).toBe(0);
      const cert = readFileSync(pem);
      const server = createTlsServer({ key: readFileSync(key), cert }, (_, response) => response.end("safe")).listen(
        0,
        "127.0.0.1",
      );
      await once(server, "listening");
      onTestFinished(() => {
        server.close();
      });
      const source = originOf(server).replace("http:", "https:");
      const root = new ScratchRoot();
      const timeouts = { httpTotal: 1 };
      expect(await root.apply(holding({ source }, { timeouts }), noWait)).toMatchObject({
        kind: "refused",
        problems: [{ code: "cannot_fetch" }],
      });
      const security = { tls: { certificateAuthorities: [{ source: base64DataUrl(cert) }] } };
      await root.apply(holding({ source }, { security }));
      expect(root.read("/a")).toBe("safe");
    },
  );

  test("come through the proxy that the config names, except where it says otherwise", async () => {
    const { origin } = await serve((_, response) => response.end("direct"));
    const proxy = await serve((incoming, response) => {
      request(incoming.url ?? "", (answer) => answer.pipe(response)).end();
    });
    const root = new ScratchRoot();
    await root.apply(holding({ source: `${origin}/a` }, { proxy: { httpProxy: proxy.origin } }));
    expect(root.read("/a")).toBe("direct");
    expect(proxy.requests.map(({ url }) => url)).toEqual([`${origin}/a`]);
    await new ScratchRoot().apply(
      holding({ source: origin }, { proxy: { httpProxy: proxy.origin, noProxy: ["127.0.0.1"] } }),
    );
    expect(proxy.requests).toHaveLength(1);
  });
});

describe("configs that lead to others", () => {
  const at = (path: string, text: string): IgnitionConfig => ({
    ignition: { version: "3.2.0" },
    storage: { files: [file(path, text)] },
  });
  const leading = (...sources: string[]): IgnitionConfig => ({
    ignition: { version: "3.2.0", config: { merge: sources.map((source) => ({ source })) } },
    storage: { files: [file("/own", "own"), file("/both", "own")] },
  });

  test("are merged depth first, each over the one that names it", async () => {
    const { origin, requests } = await serve((_, response) =>
      response.end(printIgnition(at("/both", "from the server"))),
    );
    const nested = leading(plainDataUrl(printIgnition(at("/nested", "deep"))), origin);
    const root = new ScratchRoot();
    await root.apply(leading(base64DataUrl(printIgnition(nested))));
    expect(root.tree()).toEqual(["both", "nested", "own"]);
    expect(root.read("/both")).toBe("from the server");
    expect(requests[0]?.headers.accept).toBe("application/vnd.coreos.ignition+json;version=3.5.0, */*;q=0.1");
  });

  test("can be replaced altogether", async () => {
    const root = new ScratchRoot();
    const source = plainDataUrl(printIgnition(at("/new", "new")));
    await root.apply({ ...at("/old", "old"), ignition: { version: "3.2.0", config: { replace: { source } } } });
    expect(root.tree()).toEqual(["new"]);
  });

  test("a config that leads back to itself ends", async () => {
    const { origin } = await serve((incoming, response) =>
      response.end(printIgnition(leading(`http://${incoming.headers.host}`))),
    );
    expect(await new ScratchRoot().apply(leading(origin))).toMatchObject({
      kind: "refused",
      problems: [{ code: "cannot_resolve", found: "more than 50 configs, or 8 that lead to each other" }],
    });
  });

  test("a broken one is refused with what is wrong in it", async () => {
    expect(await new ScratchRoot().apply(leading("data:,%7B%7D"))).toMatchObject({
      problems: [
        {
          code: "cannot_resolve",
          path: "$.ignition.config.merge[0]",
          found: expect.stringContaining("$.ignition.version: found nothing"),
        },
      ],
    });
  });

  test("one that asks for disks is refused like the first", async () => {
    const disks: IgnitionConfig = { ignition: { version: "3.2.0" }, storage: { disks: [{ device: "/dev/a" }] } };
    const root = new ScratchRoot();
    expect(await root.apply(leading(plainDataUrl(printIgnition(disks))))).toMatchObject({
      problems: [{ code: "cannot_change_disks" }],
    });
    expect(root.tree()).toEqual([]);
  });
});
