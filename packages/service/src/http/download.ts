import type { StoredObject } from "../objects/objects.ts";

/** An object as an answer that a browser saves under a name. */
export const download = (object: StoredObject, fileName: string) =>
  ({
    status: 200,
    body: object.body,
    headers: { "content-length": object.size, "content-disposition": attachment(fileName) },
  }) as const;

export const attachment = (fileName: string): string =>
  `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, "_")}"`;
