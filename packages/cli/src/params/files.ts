// Values that come in files: descriptions of clusters and infra-envs, pull secrets, keys.
import type { Flag, Invocation, Io } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import { readTextInput } from "../files.ts";
import type { Fields } from "./pairs.ts";

export const fileFlag: Flag = {
  name: "file",
  short: "f",
  value: "FILE",
  repeats: true,
  says: "Fields from YAML or JSON, several documents for several; - reads standard input",
  completes: "files",
};

export const secretFlags: readonly Flag[] = [
  { name: "pull-secret-file", value: "FILE", says: "The pull secret; - reads standard input", completes: "files" },
  { name: "ssh-key-file", value: "FILE", says: "The public key that may log in to the machines", completes: "files" },
];

export type Document = Readonly<{ fields: Fields /** Where it is from, for messages. */; from: string }>;

/** What `create` is to make: the documents of its files, or one that only its NAME and flags describe. */
export async function readDescriptions(invocation: Invocation, io: Io, noun: string): Promise<Document[]> {
  const [name] = invocation.args;
  const documents = await readDocuments(invocation, io);
  if (name === undefined && documents.length === 0) {
    throw usageFailure("nothing says what to make.", "Give a NAME, or a file with -f.");
  }
  if (name !== undefined && documents.length > 1) {
    throw usageFailure(
      `one NAME is given for ${documents.length} ${noun}.`,
      "Leave it out: each document names its own.",
    );
  }
  return documents.length > 0 ? documents : [{ fields: {}, from: "" }];
}

export async function readDocuments(invocation: Invocation, io: Io): Promise<Document[]> {
  const { parseAllDocuments } = await import("yaml");
  const documents: Document[] = [];
  for (const file of invocation.values("file")) {
    const name = file === "-" ? "standard input" : file;
    const parsed = parseAllDocuments(await readTextInput(file, io));
    for (const [index, document] of [...parsed].entries()) {
      const from = parsed.length > 1 ? `${name}, document ${index + 1}` : name;
      const [error] = document.errors;
      if (error !== undefined) throw new Failure(`${from}: ${error.message.split("\n")[0]}`, "Correct the file.");
      const value: unknown = document.toJS();
      if (value === null || value === undefined) continue;
      for (const fields of Array.isArray(value) ? value : [value]) {
        if (!isFields(fields)) throw new Failure(`${from} holds no fields.`, "Write them as in `name: lab`.");
        documents.push({ fields, from });
      }
    }
  }
  if (invocation.has("file") && documents.length === 0)
    throw new Failure("the files are empty.", "Describe something in them.");
  return documents;
}

/** The pull secret and the key that the line names; the key goes by another name in each model. */
export async function secretFields(invocation: Invocation, io: Io, keyField: string): Promise<Fields> {
  const secretFile = invocation.value("pull-secret-file");
  const keyFile = invocation.value("ssh-key-file");
  const secret = secretFile === undefined ? undefined : (await readTextInput(secretFile, io)).trim();
  const key = keyFile === undefined ? undefined : (await readTextInput(keyFile, io)).trim();
  if (secret === "") throw usageFailure("the pull secret is empty.", "Check what --pull-secret-file names.");
  if (key?.includes("PRIVATE KEY")) {
    throw usageFailure(
      `${keyFile} is a private key, which must stay where it is.`,
      "Name the public one: it ends in .pub.",
    );
  }
  return { ...(secret !== undefined && { pull_secret: secret }), ...(key !== undefined && { [keyField]: key }) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
