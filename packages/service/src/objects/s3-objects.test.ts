// What only a store behind a network does: it fails, is slow, gives lists in pages, and says no.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { freePort } from "../../test/child-service.ts";
import { noS3Server, startS3Server } from "../../test/s3-server.ts";
import { StartError } from "../start-error.ts";
import { readText } from "./objects.ts";
import { requireBucket } from "./s3-bucket.ts";
import type { S3Place } from "./s3-client.ts";
import { s3Objects } from "./s3-objects.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const place: S3Place = {
  endpoint: "http://127.0.0.1:1",
  bucket: "muster",
  region: "us-east-1",
  accessKeyId: "key-hunter2",
  secretAccessKey: "secret-hunter2",
};

/** A store that does as it is told. */
async function script(answer: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => answer(request, response, asked.length));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { asked, place: { ...place, endpoint: `http://127.0.0.1:${port}` } };
}

const refusal = (code: string) => `<Error><Code>${code}</Code><Message>no</Message></Error>`;

test("an answer of trouble is asked for again, one that says no is not", async () => {
  const store = await script((_, response, count) => response.writeHead(count < 3 ? 503 : 200).end("here"));
  expect(await readText(s3Objects(store.place), "a/b")).toBe("here");
  expect(store.asked).toHaveLength(3);
  const strict = await script((_, response) => response.writeHead(403).end(refusal("AccessDenied")));
  await expect(s3Objects(strict.place).put("a/b", "x")).rejects.toThrow("403 AccessDenied to PUT a/b");
  expect(strict.asked).toHaveLength(1);
});

test("a store that stays away, or never answers, is told as such, without a secret", async () => {
  const nobody = { ...place, endpoint: `http://127.0.0.1:${await freePort()}` };
  const away = await s3Objects(nobody)
    .put("a/b", "x")
    .catch((error: unknown) => error);
  expect(away).toMatchObject({ status: 503, message: expect.stringContaining("ECONNREFUSED") });
  expect(JSON.stringify(away)).not.toContain("hunter2");
  const silent = await script(() => {});
  await expect(s3Objects({ ...silent.place, timeout: 50 }).get("a/b")).rejects.toThrow("no answer within 0.05 s");
  expect(silent.asked).toHaveLength(4);
});

test("a list of many pages is read to its end", async () => {
  const page = (keys: string[], next: string) =>
    `<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")}</ListBucketResult>`;
  const store = await script((request, response) => {
    const token = new URL(request.url ?? "", "http://x").searchParams.get("continuation-token");
    response.end(token === "a&b=" ? page(["a/3"], "") : page(["a/1", "a/2"], "a&amp;b="));
  });
  expect(await s3Objects(store.place).list("a")).toEqual(["a/1", "a/2", "a/3"]);
});

test("an upload whose parts cannot be put together fails, though it was answered with 200", async () => {
  const store = await script((request, response) => {
    if (request.url?.endsWith("uploads=")) response.end("<UploadId>7</UploadId>");
    else if (request.method === "POST") response.end(refusal("InternalError"));
    else response.setHeader("etag", '"1"').end();
  });
  await expect(s3Objects(store.place).put("a/b", Buffer.alloc(9 * 1024 * 1024))).rejects.toThrow("InternalError");
  expect(store.asked.at(-1)).toBe("DELETE /muster/a/b?uploadId=7");
});

describe("at the start", () => {
  test.each([
    [404, "NoSuchBucket", "has no bucket muster"],
    [403, "SignatureDoesNotMatch", "does not let this service use the bucket muster (403 SignatureDoesNotMatch)"],
    [301, "PermanentRedirect", "is not in region us-east-1"],
  ])("a bucket that answers %i %s stops it with what to do", async (status, code, says) => {
    const store = await script((_, response) => response.writeHead(status).end(refusal(code)));
    const failed = await requireBucket(store.place, false).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StartError);
    expect(String(failed)).toContain(says);
    expect(JSON.stringify(failed)).not.toContain("hunter2");
  });

  test("so does a store that is not there", async () => {
    await expect(requireBucket(place, true)).rejects.toThrow("does not answer");
  });

  test.skipIf(noS3Server !== null)(
    `a real server: ${noS3Server ?? "wrong keys, no bucket, and one that is made"}`,
    async () => {
      const server = await startS3Server();
      try {
        await expect(requireBucket({ ...server.place, secretAccessKey: "wrong" }, true)).rejects.toThrow(
          "SignatureDoesNotMatch",
        );
        await expect(requireBucket(server.place, false)).rejects.toThrow("has no bucket");
        await Promise.all([requireBucket(server.place, true), requireBucket(server.place, true)]);
        await requireBucket(server.place, false);
      } finally {
        await server.stop();
      }
    },
    30_000,
  );
});
