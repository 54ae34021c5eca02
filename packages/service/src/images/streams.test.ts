import { expect, test } from "vitest";
import { Streams } from "./streams.ts";

const here = new AbortController().signal;
const nothing = () => {};
const newStreams = (most: number, mostWaiting = 100, patience = 60_000) => new Streams({ most, mostWaiting, patience });

test("as many as may go at once, the others as places become free", async () => {
  const streams = newStreams(2);
  const [first, second] = await Promise.all([streams.enter("a", here, nothing), streams.enter("a", here, nothing)]);
  const third = streams.enter("a", here, nothing);
  expect([streams.active, streams.waiting]).toEqual([2, 1]);
  first?.();
  first?.();
  const giveBack = await third;
  expect([streams.active, streams.waiting]).toEqual([2, 0]);
  second?.();
  giveBack?.();
  expect(streams.active).toBe(0);
});

test("a client with one request does not wait behind all of another's", async () => {
  const streams = newStreams(1);
  const order: string[] = [];
  const come = async (client: string) => {
    const giveBack = await streams.enter(client, here, nothing);
    order.push(client);
    await Promise.resolve();
    giveBack?.();
  };
  const first = await streams.enter("rack", here, nothing);
  const all = [...Array.from({ length: 4 }, () => come("rack")), come("single")];
  first?.();
  await Promise.all(all);
  expect(order.indexOf("single")).toBeLessThanOrEqual(1);
  expect(order).toHaveLength(5);
});

test("when too many wait, the next is told when to come back", async () => {
  const streams = newStreams(1, 1);
  await streams.enter("a", here, nothing);
  void streams.enter("b", here, nothing);
  await expect(streams.enter("c", here, nothing)).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": 10 },
    message: expect.stringContaining("MAX_CONCURRENT_REQUESTS"),
  });
});

test("nobody waits longer than they have patience", async () => {
  const streams = newStreams(1, 1, 1);
  await streams.enter("a", here, nothing);
  await expect(streams.enter("b", here, nothing)).rejects.toMatchObject({ status: 503 });
  expect(streams.waiting).toBe(0);
});

test("who goes away while waiting leaves no place taken", async () => {
  const streams = newStreams(1);
  const first = await streams.enter("a", here, nothing);
  const client = new AbortController();
  const waiting = streams.enter("b", client.signal, nothing);
  client.abort();
  expect(await waiting).toBeNull();
  first?.();
  expect([streams.active, streams.waiting]).toEqual([0, 0]);
  const late = new AbortController();
  late.abort();
  expect(await streams.enter("c", late.signal, nothing)).toBeNull();
});

test("at the end all streams are cut, who waits is sent away, and nobody comes in", async () => {
  const streams = newStreams(1);
  let cuts = 0;
  await streams.enter("a", here, () => {
    cuts++;
  });
  const waiting = streams.enter("b", here, nothing);
  streams.close();
  await expect(waiting).rejects.toMatchObject({ status: 503 });
  await expect(streams.enter("c", here, nothing)).rejects.toMatchObject({ status: 503 });
  expect(cuts).toBe(1);
});
