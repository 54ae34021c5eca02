import { IsoError } from "../errors.ts";

/** One change to the kernel's arguments. */
export interface KernelArgumentEdit {
  readonly operation: "append" | "replace" | "delete";
  /**
   * append: the argument to add. replace: `key=value` takes the place of every argument with that key, or is added.
   * delete: `key=value` removes this argument, a bare `key` removes every argument with that key.
   */
  readonly value: string;
}

/** reference service 2 (kernel_argument): no spaces outside of double quotes. */
const oneArgument = /^(?:[^ \t\n\r"]+|"[^"]*")+$/;

export function splitKernelArguments(text: string): string[] {
  return text.match(/(?:[^ \t\n\r"]+|"[^"]*"?)+/g) ?? [];
}

/** The arguments after all edits, in order. Text that no edit touches stays as it is. */
export function editKernelArguments(text: string, edits: readonly KernelArgumentEdit[]): string {
  return edits.reduce(applyEdit, text);
}

function applyEdit(text: string, { operation, value }: KernelArgumentEdit): string {
  if (!oneArgument.test(value) || /[\n\r]/.test(value)) {
    throw new IsoError("bad_kernel_argument", `the kernel argument ${JSON.stringify(value.slice(0, 200))}`);
  }
  switch (operation) {
    case "append":
      return text === "" ? value : `${text} ${value}`;
    case "delete":
      return splitKernelArguments(text)
        .filter((argument) => argument !== value && (value.includes("=") || keyOf(argument) !== value))
        .join(" ");
    case "replace":
      return replaceArgument(splitKernelArguments(text), value).join(" ");
  }
}

function replaceArgument(current: readonly string[], value: string): string[] {
  const sameKey = (argument: string) => keyOf(argument) === keyOf(value);
  const at = current.findIndex(sameKey);
  if (at === -1) return [...current, value];
  const rest = current.slice(at + 1).filter((argument) => !sameKey(argument));
  return [...current.slice(0, at), value, ...rest];
}

function keyOf(argument: string): string {
  return argument.split("=", 1)[0] ?? argument;
}
