// A manifest as a form holds it, and what is wrong with it.
import type { CreateManifestParams, Manifest } from "@muster/contract";
import { parseAllDocuments } from "yaml";
import { texts } from "../texts/index.ts";

export type Folder = NonNullable<CreateManifestParams["folder"]>;
export type ManifestFields = Readonly<{ folder: Folder; fileName: string; content: string }>;

const namePattern = /^[^/]*\.(?:json|ya?ml(?:\.patch_?[a-zA-Z0-9_]*)?)$/;
const largest = 1_048_576;

export type ManifestProblems = { readonly [Name in keyof ManifestFields]?: string };

export function manifestProblems(fields: ManifestFields, others: readonly Manifest[]): ManifestProblems {
  const { folder, fileName, content } = fields;
  const t = texts.manifests;
  const taken = others.some((other) => other.folder === folder && other.file_name === fileName);
  const name =
    !namePattern.test(fileName) || fileName.length > 255 ? t.fileNameInvalid : taken ? t.fileNameTaken(fileName) : null;
  const wrong = contentProblem(fileName, content);
  return { ...(name !== null && { fileName: name }), ...(wrong !== null && { content: wrong }) };
}

function contentProblem(fileName: string, content: string): string | null {
  const t = texts.manifests;
  if (content.trim() === "") return t.contentNeeded;
  if (new TextEncoder().encode(content).length > largest) return t.tooLarge;
  try {
    if (fileName.endsWith(".json")) JSON.parse(content);
    else {
      const documents = parseAllDocuments(content);
      const error = [...documents].find(({ errors }) => errors.length > 0)?.errors[0];
      if (error) return t.contentInvalid(error.message.split("\n")[0] ?? "");
    }
    return null;
  } catch (error) {
    return t.contentInvalid(error instanceof Error ? error.message : String(error));
  }
}

/** Content travels as base64 of UTF-8. */
export function encodeContent(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
