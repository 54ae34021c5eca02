import { expect, test } from "vitest";
import { Entrances } from "./entrances.ts";

test("who closes a door waits for those inside, and those who come meanwhile wait for him", async () => {
  const entrances = new Entrances();
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  const inside = entrances.enter("a", async () => {
    await first.promise;
    told.push("first left");
  });
  const second = entrances.enter("a", async () => void told.push("second was through"));
  await second;
  const closed = entrances.close("a", async () => void told.push("closed"));
  const late = entrances.enter("a", async () => void told.push("late one entered"));
  const later = entrances.close("a", async () => void told.push("closed again"));
  await entrances.enter("b", async () => void told.push("another door"));
  first.resolve();
  await Promise.all([inside, closed, late, later]);
  expect(told.slice(0, 4)).toEqual(["second was through", "another door", "first left", "closed"]);
  expect(told.slice(4).sort()).toEqual(["closed again", "late one entered"]);
  expect(entrances.size).toBe(0);
});

test("a door stays in order when what happened behind it failed", async () => {
  const entrances = new Entrances();
  const fail = async () => {
    throw new Error("no");
  };
  await expect(entrances.enter("a", fail)).rejects.toThrow("no");
  await expect(entrances.close("a", fail)).rejects.toThrow("no");
  expect(await entrances.enter("a", async () => "in")).toBe("in");
  expect(entrances.size).toBe(0);
});
