import { StepType } from "@muster/contract";
import fc from "fast-check";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { boolean, bytes, duration, integer, json, type Kind, list, listOf, oneOf, port, url } from "./kind.ts";

const second = 1_000;

describe("what each kind reads", () => {
  test.each<[kind: Kind<unknown>, raw: unknown, value: unknown]>([
    [boolean, "true", true],
    [boolean, "F", false],
    [boolean, false, false],
    [integer(), " 42 ", 42],
    [integer({ min: -5 }), "-5", -5],
    [integer(), 7, 7],
    [duration, "200ms", 200],
    [duration, "3m", 180 * second],
    [duration, "1h30m", 5_400 * second],
    [duration, "1.5h", 5_400 * second],
    [duration, "0", 0],
    [bytes, "1048576", 1_048_576],
    [bytes, "2GiB", 2_147_483_648],
    [bytes, "20 MB", 20_000_000],
    [list, "a, b,,c ", ["a", "b", "c"]],
    [list, ["a", 1], ["a", "1"]],
    [oneOf("none", "local"), "LOCAL", "local"],
    [url(), "http://host:8090/", "http://host:8090"],
    [json(Type.Array(Type.Integer()), "integers"), "[1, 2]", [1, 2]],
    [json(Type.Array(Type.Integer()), "integers"), [1, 2], [1, 2]],
    [json(Type.Object({ a: Type.Optional(Type.Integer()) }), "an object"), '{"a": null}', {}],
  ])("%o reads %o", (kind, raw, value) => {
    expect(kind.read(raw)).toEqual({ ok: true, value });
  });

  test.each<[kind: Kind<unknown>, raw: unknown]>([
    [boolean, "yes please"],
    [integer(), "1.5"],
    [integer(), "12abc"],
    [integer(), "99999999999999999999"],
    [port, "0"],
    [port, "65536"],
    [duration, "3"],
    [duration, "3 minutes"],
    [duration, "-3m"],
    [bytes, "2XB"],
    [bytes, "-1"],
    [list, { a: 1 }],
    [listOf(StepType, "step types"), "inventory,nap"],
    [oneOf("none"), "some"],
    [url(), "ftp://host"],
    [url(), "host:8090"],
    [json(Type.Array(Type.Integer()), "integers"), "[1,"],
    [json(Type.Array(Type.Integer()), "integers"), '["x"]'],
  ])("%o refuses %o", (kind, raw) => {
    expect(kind.read(raw).ok).toBe(false);
  });

  test("a duration is the sum of its parts", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(10_000), fc.nat(10_000), fc.nat(10_000), (h, m, s, ms) => {
        expect(duration.read(`${h}h${m}m${s}s${ms}ms`)).toEqual({
          ok: true,
          value: ((h * 60 + m) * 60 + s) * second + ms,
        });
      }),
    );
  });

  test("no kind ever throws, whatever it is given", () => {
    const kinds: Kind<unknown>[] = [
      boolean,
      integer(),
      duration,
      bytes,
      list,
      oneOf("a"),
      url(),
      json(Type.Any(), "any"),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.anything(), (kind, raw) => {
        expect(typeof kind.read(raw).ok).toBe("boolean");
      }),
    );
  });
});
