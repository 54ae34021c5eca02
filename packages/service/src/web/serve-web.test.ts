import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serveWeb } from "./serve-web.ts";

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-encoding": "gzip, deflate, br" };
let directory: string;
let app: FastifyInstance;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-web-"));
});
afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

async function build() {
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "index.html"), "<p>pages</p>");
  await writeFile(join(directory, "assets", "main-abc.js"), "plain");
  await writeFile(join(directory, "assets", "main-abc.js.br"), "brotli");
  await writeFile(join(directory, "assets", "main-abc.js.gz"), "gzip");
}

function serve() {
  app = fastify();
  const answerPage = serveWeb(app, directory);
  app.get("/health", () => "ok");
  app.setNotFoundHandler(async (request, reply) =>
    (await answerPage(request, reply)) ? reply : reply.code(404).send({ reason: "nothing here" }),
  );
}

describe("with a built interface", () => {
  test("a browser gets the same page at every address of a page, not to be kept without asking", async () => {
    await build();
    serve();
    for (const url of ["/", "/clusters", "/clusters/1/setup/networking?x=1"]) {
      const { statusCode, body, headers } = await app.inject({ url, headers: browser });
      expect([statusCode, body, headers["cache-control"]]).toEqual([200, "<p>pages</p>", "no-cache"]);
      expect(headers["content-security-policy"]).toContain("default-src 'self'");
    }
  });

  test("files with a hash in their name are kept for good, and come compressed as the browser likes", async () => {
    await build();
    serve();
    const ask = (encoding: string) =>
      app.inject({ url: "/assets/main-abc.js", headers: { "accept-encoding": encoding } });
    expect((await ask("gzip, br")).body).toBe("brotli");
    expect((await ask("gzip")).headers["content-encoding"]).toBe("gzip");
    expect((await ask("br;q=0, gzip;q=0.5")).body).toBe("gzip");
    const plain = await ask("identity");
    expect([plain.body, plain.headers["content-encoding"]]).toEqual(["plain", undefined]);
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test("what is built again while the service runs is served at once", async () => {
    await build();
    serve();
    await app.inject({ url: "/", headers: browser });
    await writeFile(join(directory, "assets", "main-new.js"), "new");
    await writeFile(join(directory, "index.html"), "<p>new</p>");
    await utimes(join(directory, "index.html"), 2_000_000_000, 2_000_000_000);
    expect((await app.inject({ url: "/", headers: browser })).body).toBe("<p>new</p>");
    expect((await app.inject({ url: "/assets/main-new.js" })).body).toBe("new");
  });

  test("a page that the browser has already is not sent again", async () => {
    await build();
    serve();
    const first = await app.inject({ url: "/", headers: browser });
    const etag = String(first.headers.etag);
    expect((await app.inject({ url: "/", headers: { ...browser, "if-none-match": etag } })).statusCode).toBe(304);
  });

  test("no address of the API is taken: programs, unknown API paths and lost files get an error, not a page", async () => {
    await build();
    serve();
    expect((await app.inject({ url: "/health", headers: browser })).body).toBe("ok");
    expect((await app.inject({ url: "/clusters" })).statusCode).toBe(404);
    expect((await app.inject({ url: "/api/assisted-install/v2/nothing", headers: browser })).statusCode).toBe(404);
    expect((await app.inject({ url: "/assets/main-old.js", headers: browser })).statusCode).toBe(404);
    expect((await app.inject({ method: "POST", url: "/clusters", headers: browser })).statusCode).toBe(404);
  });
});

test("without a built interface the page says so, and the way to it", async () => {
  serve();
  const { statusCode, body } = await app.inject({ url: "/clusters", headers: browser });
  expect([statusCode, body]).toEqual([200, expect.stringContaining("npm run build:ui")]);
});
