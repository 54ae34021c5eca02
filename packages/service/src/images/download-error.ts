/** unreachable: nobody answered at all. refused: somebody did, but not with the file. cut: the file did not come to its end. */
export type DownloadFailure = "unreachable" | "refused" | "cut" | "wrong" | "no-room";

/** A live image that could not be fetched. The message says what was found, without a full stop. */
export class DownloadError extends Error {
  readonly kind: DownloadFailure;

  constructor(kind: DownloadFailure, found: string, cause?: unknown) {
    super(found, cause === undefined ? {} : { cause });
    this.name = "DownloadError";
    this.kind = kind;
  }
}
