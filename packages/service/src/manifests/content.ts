// What a user may upload as a manifest (reference service 7.4).
import { type Document, parseAllDocuments } from "yaml";
import { badRequest } from "../http/problem.ts";

const maxBytes = 1024 ** 2;
// Filesystems take 255 bytes, and a file that is being written has a longer name.
const maxNameBytes = 200;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The decoded manifest, or the reason why it is none. */
export function readManifest(fileName: string, content: string): Buffer {
  checkName(fileName);
  const text = content.replaceAll(/\s/g, "");
  if (text === "") throw badRequest(`The content of ${fileName} is empty: give the manifest in base64.`);
  if (!base64.test(text))
    throw badRequest(`The content of ${fileName} is not base64: encode the manifest before sending it.`);
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > maxBytes) {
    throw badRequest(`${fileName} has ${bytes.length} bytes, more than the 1 MiB that a manifest may have: split it.`);
  }
  checkSyntax(fileName, bytes.toString("utf8"));
  return bytes;
}

function checkName(fileName: string): void {
  if (Buffer.byteLength(fileName) > maxNameBytes) {
    throw badRequest(`The name of a manifest has more than ${maxNameBytes} bytes: choose a shorter one.`);
  }
  if (/\p{Cc}/u.test(fileName)) {
    throw badRequest("The name of a manifest has control characters: use letters, digits, dots and dashes.");
  }
}

function checkSyntax(fileName: string, text: string): void {
  if (fileName.endsWith(".json")) {
    try {
      JSON.parse(text);
      return;
    } catch (error) {
      throw badRequest(`${fileName} is not JSON (${error instanceof Error ? error.message : "unreadable"}).`);
    }
  }
  const documents = parseAllDocuments(text);
  if ("empty" in documents) throw badRequest(`${fileName} holds no document.`);
  for (const { errors } of documents) {
    const [error] = errors;
    if (error) throw badRequest(`${fileName} is not YAML: ${error.message.split("\n")[0]?.replace(/:$/, "")}.`);
  }
  if (isPatchName.test(fileName)) checkPatch(fileName, documents);
}

const isPatchName = /\.ya?ml\.patch\w*$/;
const patchOperations: ReadonlySet<unknown> = new Set(["add", "remove", "replace", "move", "copy", "test"]);

/** A patch is applied to a manifest that the installer makes: a JSON patch, as a rule written in YAML. */
function checkPatch(fileName: string, documents: readonly Document[]): void {
  const operations = documents.length === 1 ? documents[0]?.toJS({ maxAliasCount: 100 }) : null;
  if (Array.isArray(operations) && operations.length > 0 && operations.every(isPatchOperation)) return;
  throw badRequest(
    `${fileName} is no patch: give one list of operations, each with op (${[...patchOperations].join(", ")}) and path.`,
  );
}

const isPatchOperation = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "op" in value &&
  patchOperations.has(value.op) &&
  "path" in value &&
  typeof value.path === "string";
