import { posix } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Objects } from "./objects.ts";
import { askS3, type S3Place, S3Refusal, textOf, textsOf } from "./s3-client.ts";

/** What is larger goes up in parts of this size; one part of each upload is in memory. S3 takes at most 10,000 parts. */
const partBytes = 8 * 1024 * 1024;
const deletesAtOnce = 8;

/** Objects in a bucket of any S3-compatible store. */
export function s3Objects(place: S3Place): Objects {
  const remove = async (key: string): Promise<void> => {
    const answer = await askS3(place, { method: "DELETE", key: checked(key) }, [200, 204, 404]);
    await answer.body?.cancel();
  };
  const list = (prefix: string) => listKeys(place, prefix === "" ? "" : `${checked(prefix).replace(/\/$/, "")}/`);
  return {
    async put(key, content) {
      const parts = inParts(content instanceof Readable ? content : Readable.from([content]));
      const { value: first = Buffer.alloc(0) } = await parts.next();
      if (first.length < partBytes) await putWhole(place, checked(key), first);
      else await putParts(place, checked(key), first, parts);
    },
    async get(key) {
      try {
        const answer = await askS3(place, { method: "GET", key: checked(key) });
        const { body, headers } = answer;
        return {
          size: Number(headers.get("content-length")),
          modifiedAt: Date.parse(headers.get("last-modified") ?? ""),
          body: body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]),
        };
      } catch (error) {
        if (error instanceof S3Refusal && error.status === 404 && error.code !== "NoSuchBucket") return null;
        throw error;
      }
    },
    list: async (prefix) => [...(await list(prefix))].sort(),
    delete: remove,
    async deleteAll(prefix) {
      const keys = [...(prefix === "" ? [] : [prefix]), ...(await list(prefix))];
      for (let done = 0; done < keys.length; done += deletesAtOnce) {
        await Promise.all(keys.slice(done, done + deletesAtOnce).map(remove));
      }
    },
  };
}

/** S3 would take such a key; no store that keeps files would, and nothing that is meant well has one. */
function checked(key: string): string {
  if (/^(?:\/|\.\.(?:\/|$))/.test(posix.normalize(key))) throw new Error(`object key leaves the store: ${key}`);
  return key;
}

/** All but the last have exactly the size of a part. */
async function* inParts(content: Readable): AsyncGenerator<Buffer<ArrayBuffer>, undefined> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    let rest = Buffer.from(chunk);
    while (length + rest.length >= partBytes) {
      const room = partBytes - length;
      yield Buffer.concat([...chunks, rest.subarray(0, room)]);
      rest = rest.subarray(room);
      chunks = [];
      length = 0;
    }
    if (rest.length > 0) chunks.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(chunks);
  return undefined;
}

async function putWhole(place: S3Place, key: string, body: Buffer<ArrayBuffer>): Promise<void> {
  await (await askS3(place, { method: "PUT", key, body })).body?.cancel();
}

/** The object appears when its parts are put together; until then whoever reads sees the one before. */
async function putParts(
  place: S3Place,
  key: string,
  first: Buffer<ArrayBuffer>,
  others: AsyncGenerator<Buffer<ArrayBuffer>>,
): Promise<void> {
  const begun = await askS3(place, { method: "POST", key, query: { uploads: "" } });
  const uploadId = textOf(await begun.text(), "UploadId");
  if (!uploadId) throw new Error("the object store began an upload without saying which");
  const tags: string[] = [];
  const send = async (body: Buffer<ArrayBuffer>) => {
    const query = { partNumber: String(tags.length + 1), uploadId };
    const answer = await askS3(place, { method: "PUT", key, query, body });
    await answer.body?.cancel();
    tags.push(answer.headers.get("etag") ?? "");
  };
  try {
    await send(first);
    for await (const part of others) await send(part);
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', "&quot;")}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
    const done = await askS3(place, { method: "POST", key, query: { uploadId }, body });
    // To put parts together may take long: S3 says 200 first, and then perhaps that it failed.
    const said = await done.text();
    if (said.includes("<Error>")) throw new S3Refusal({ method: "POST", key }, done.status, said);
  } catch (error) {
    // What cannot be given up now, the store's own rules about unfinished uploads remove.
    await askS3(place, { method: "DELETE", key, query: { uploadId } }, [200, 204, 404]).catch(() => {});
    throw error;
  }
}

async function listKeys(place: S3Place, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let token: string | null = ""; token !== null; ) {
    const query: Readonly<Record<string, string>> = {
      "list-type": "2",
      "encoding-type": "url",
      prefix,
      ...(token && { "continuation-token": token }),
    };
    const xml: string = await (await askS3(place, { method: "GET", query })).text();
    const isEncoded = textOf(xml, "EncodingType") === "url";
    const decode = (key: string) => (isEncoded ? decodeURIComponent(key.replaceAll("+", "%20")) : key);
    keys.push(...textsOf(xml, "Key").map(decode));
    token = textOf(xml, "IsTruncated") === "true" ? textOf(xml, "NextContinuationToken") : null;
  }
  return keys;
}
