// The server of stream-bench.ts: every path is another customised image of the base given on the command line.
import { createServer } from "node:http";
import { customise, type Overlay, openFileSource, openLiveIso, sendRange } from "../src/index.ts";

const live = await openLiveIso(await openFileSource(process.argv[2] ?? ""));
const images = new Map<string, Overlay>();

const server = createServer(async (request, response) => {
  const path = request.url ?? "/";
  let image = images.get(path);
  if (image === undefined) {
    const ignition = JSON.stringify({ ignition: { version: "3.1.0" }, path, filler: "x".repeat(50_000) });
    image = customise(live, {
      ignition: Buffer.from(ignition),
      kernelArguments: [{ operation: "append", value: "a=b" }],
    });
    images.set(path, image);
  }
  const [, from = "0", to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const start = Number(from);
  const end = to ? Number(to) + 1 : image.size;
  response.writeHead(request.headers.range ? 206 : 200, {
    "accept-ranges": "bytes",
    "content-length": end - start,
    "content-type": "application/octet-stream",
    etag: image.etag,
    ...(request.headers.range ? { "content-range": `bytes ${start}-${end - 1}/${image.size}` } : {}),
  });
  await sendRange(image, response, { start, end });
  response.end();
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) process.stdout.write(`${address.port}\n`);
});
