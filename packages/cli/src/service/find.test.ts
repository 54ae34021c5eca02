import { describe, expect, test } from "vitest";
import { Failure } from "../failure.ts";
import { findOne } from "./find.ts";

const lab = { id: "3fa85f64-5717-4562-b3fc-2c963f66afa6", name: "lab" };
const site = { id: "3fb00000-5717-4562-b3fc-2c963f66afa6", name: "site" };
const twinA = { id: "aaaa0001-5717-4562-b3fc-2c963f66afa6", name: "twin" };
const twinB = { id: "aaaa0002-5717-4562-b3fc-2c963f66afa6", name: "twin" };
/** Its name begins another's id. */
const tricky = { id: "cccc0001-5717-4562-b3fc-2c963f66afa6", name: "3fa8" };
const all = [lab, site, twinA, twinB, tricky];

describe("a word means", () => {
  test.each([
    ["lab", lab],
    [lab.id, lab],
    [lab.id.toUpperCase(), lab],
    ["3fb", site],
    ["3fa85", lab],
    ["3fa8", tricky],
    ["aaaa0002", twinB],
  ])("%s", (word, item) => expect(findOne("cluster", word, all)).toBe(item));

  test.each([
    ["twin", '"twin" may mean each of 2: twin (aaaa0001), twin (aaaa0002)', "Give the id"],
    ["3f", '"3f" may mean each of 2: lab (3fa85f64), site (3fb00000)', "Give the id"],
    ["lba", 'there is no cluster "lba"', "Did you mean lab (3fa85f64)?"],
    ["xyzzyplugh", 'there is no cluster "xyzzyplugh"', "`muster cluster list` shows what is there: lab"],
    ["", 'there is no cluster ""', "muster cluster list"],
  ])("%j: nothing in particular", (word, found, remedy) => {
    const failed = failureOf(() => findOne("cluster", word, all));
    expect(failed.message).toContain(found);
    expect(failed.remedy).toContain(remedy);
  });

  test("a service without any says so", () => {
    expect(failureOf(() => findOne("cluster", "lab", [])).remedy).toBe("This service has no cluster at all.");
  });
});

function failureOf(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error("it did not fail");
}
