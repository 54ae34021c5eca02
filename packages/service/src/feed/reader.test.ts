import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { Reader } from "./reader.ts";

test("a reader that takes nothing of what it missed is cut off, and makes room", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked = once(server, "request");
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1").pause();
  client.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  const [, response] = (await asked) as [unknown, ServerResponse];
  let dropped = 0;
  const reader = new Reader(response, 1_000, () => dropped++, 20);
  // More than both ends of a connection hold without anybody reading.
  await reader.sendPatiently("x".repeat(32 * 1024 * 1024));
  expect([dropped, reader.gone]).toEqual([1, true]);
  client.destroy();
  server.close();
});
