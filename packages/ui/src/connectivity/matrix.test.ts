import type { Host } from "@muster/contract";
import { expect, test } from "vitest";
import { connectivityMatrix } from "./matrix.ts";

const aHost = (id: string, remote: Record<string, readonly boolean[]>): Host => ({
  kind: "Host",
  id,
  href: "",
  status: "known",
  status_info: "",
  requested_hostname: id,
  connectivity: JSON.stringify({
    remote_hosts: Object.entries(remote).map(([host_id, paths]) => ({
      host_id,
      l3_connectivity: paths.map((successful) => ({ successful, average_rtt_ms: 0.5 })),
    })),
  }),
});

test("each pair is judged by the paths that were tried", () => {
  const { names, cells } = connectivityMatrix([
    aHost("a", { b: [true, true], c: [true, false] }),
    aHost("b", { a: [false] }),
    { ...aHost("c", {}), connectivity: "" },
  ]);
  expect(names).toEqual(["a", "b", "c"]);
  expect(cells.map((row) => row.map(({ level }) => level))).toEqual([
    ["self", "all", "some"],
    ["none", "self", "none"],
    ["unknown", "unknown", "self"],
  ]);
  expect(cells[0]?.[1]?.rttMs).toBe(0.5);
});

test("of too many hosts, those with trouble are shown", () => {
  const { names, hidden } = connectivityMatrix(
    [aHost("a", { b: [true] }), aHost("b", { a: [true] }), aHost("z", { a: [false] })],
    1,
  );
  expect([names, hidden]).toEqual([["z"], 2]);
});
