import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editKernelArguments, type KernelArgumentEdit } from "./kernel-arguments.ts";

const edit = (operation: KernelArgumentEdit["operation"], value: string): KernelArgumentEdit => ({ operation, value });

describe("editing kernel arguments", () => {
  test.each<[string, string, KernelArgumentEdit[], string]>([
    ["appends in order", "quiet", [edit("append", "a=1"), edit("append", "b")], "quiet a=1 b"],
    ["appends the same key again", "console=tty0", [edit("append", "console=ttyS0")], "console=tty0 console=ttyS0"],
    ["keeps the text it does not touch", "a  b", [edit("append", "c")], "a  b c"],
    ["starts from nothing", "", [edit("append", "a")], "a"],
    ["deletes one argument by its value", "a=1 a=2 b", [edit("delete", "a=1")], "a=2 b"],
    ["deletes all arguments of a key", "a=1 b a=2 a", [edit("delete", "a")], "b"],
    ["leaves what is not there", "a=1", [edit("delete", "b")], "a=1"],
    ["replaces in place", "x console=tty0 y", [edit("replace", "console=ttyS0")], "x console=ttyS0 y"],
    ["replaces all of a key with one", "a=1 b a=2", [edit("replace", "a=3")], "a=3 b"],
    ["adds what it cannot replace", "a", [edit("replace", "b=1")], "a b=1"],
    ["keeps quoted spaces together", 'x="a b" y', [edit("delete", "y")], 'x="a b"'],
    ["takes values with several signs", "a", [edit("append", "root=UUID=1-2")], "a root=UUID=1-2"],
  ])("%s", (_, text, edits, result) => {
    expect(editKernelArguments(text, edits)).toBe(result);
  });

  test.each(["", "a b", "a\nb", 'a"b', '"a\nb"', " a"])("refuses %j", (value) => {
    expect(() => editKernelArguments("", [edit("append", value)])).toThrow(
      expect.objectContaining({ code: "bad_kernel_argument" }),
    );
  });

  test("what was appended can be deleted again", () => {
    const argument = fc.stringMatching(/^[a-z]{1,5}=[a-z0-9,.]{1,8}$/);
    fc.assert(
      fc.property(fc.uniqueArray(argument, { minLength: 1 }), argument, (present, added) => {
        fc.pre(!present.includes(added));
        const text = present.join(" ");
        expect(editKernelArguments(text, [edit("append", added), edit("delete", added)])).toBe(text);
      }),
    );
  });
});
