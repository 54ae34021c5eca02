import { createHash } from "node:crypto";
import { checkRange, type Source } from "../source.ts";

/** A run of bytes of an image, and where they come from. */
type Piece =
  | { readonly kind: "source"; readonly length: number; readonly source: Source; readonly offset: number }
  | { readonly kind: "bytes"; readonly length: number; readonly bytes: Uint8Array }
  | { readonly kind: "zeros"; readonly length: number };

/** What an overlay can be made of: another source, bytes (not copied: do not change them), or that many zeros. */
export type Content = Source | Uint8Array | { readonly zeros: number };

const chunkSize = 256 * 1024;

/**
 * An image that is never written down: a base with replaced ranges and appended bytes. Any range can be read on its
 * own, and the bytes are the same every time. Overlays do not change; each edit gives a new one that shares the rest.
 */
export class Overlay implements Source {
  readonly size: number;
  readonly #pieces: readonly Piece[];
  /** Where each piece starts, for the binary search. */
  readonly #starts: readonly number[];
  #identity: string | undefined;

  private constructor(pieces: readonly Piece[]) {
    this.#pieces = merge(pieces);
    let size = 0;
    this.#starts = this.#pieces.map((piece) => {
      const start = size;
      size += piece.length;
      return start;
    });
    this.size = size;
  }

  /** The contents one after another. */
  static of(...contents: readonly Content[]): Overlay {
    return new Overlay(contents.flatMap(piecesOf));
  }

  append(...contents: readonly Content[]): Overlay {
    return new Overlay([...this.#pieces, ...contents.flatMap(piecesOf)]);
  }

  /** The same image with other bytes at `offset`; the size stays. */
  replace(offset: number, content: Content): Overlay {
    const pieces = piecesOf(content);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    checkRange(this, offset, length);
    return new Overlay([...this.#cut(0, offset), ...pieces, ...this.#cut(offset + length, this.size)]);
  }

  slice(start: number, end: number = this.size): Overlay {
    checkRange(this, start, end - start);
    return new Overlay(this.#cut(start, end));
  }

  /** How much memory it takes: the bytes that lie over its sources. */
  get heldBytes(): number {
    return this.#pieces.reduce((sum, piece) => sum + (piece.kind === "bytes" ? piece.length : 0), 0);
  }

  /** A hash of what was asked: the identities of the sources and the bytes put over them. */
  get identity(): string {
    this.#identity ??= `overlay:${hashOf(this.#pieces)}`;
    return this.#identity;
  }

  /** A strong ETag (RFC 9110 8.8.3), quotes included. */
  get etag(): string {
    return `"${this.identity.slice("overlay:".length)}"`;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    checkRange(this, offset, length);
    const target = Buffer.allocUnsafeSlow(length);
    await this.readInto(target, offset);
    return target;
  }

  async readInto(target: Uint8Array, offset: number): Promise<void> {
    checkRange(this, offset, target.length);
    let done = 0;
    for (const piece of this.#cut(offset, offset + target.length)) {
      const part = target.subarray(done, done + piece.length);
      if (piece.kind === "source") await piece.source.readInto(part, piece.offset);
      else if (piece.kind === "bytes") part.set(piece.bytes);
      else part.fill(0);
      done += piece.length;
    }
  }

  /** The bytes from `start` up to `end`, in chunks that belong to the caller. */
  async *ranges(start = 0, end: number = this.size): AsyncGenerator<Uint8Array, void, undefined> {
    checkRange(this, start, end - start);
    for (let at = start; at < end; at += chunkSize) yield await this.read(at, Math.min(chunkSize, end - at));
  }

  /** What lies where, for whoever copies the image with less work than reading all of it. */
  *layout(): Generator<{ readonly start: number; readonly piece: Piece }, void, undefined> {
    for (const [index, piece] of this.#pieces.entries()) yield { start: this.#starts[index] ?? 0, piece };
  }

  /** The pieces of a range. */
  #cut(start: number, end: number): Piece[] {
    const result: Piece[] = [];
    for (let index = this.#indexAt(start); index < this.#pieces.length; index += 1) {
      const piece = this.#pieces[index];
      const pieceStart = this.#starts[index];
      if (piece === undefined || pieceStart === undefined || pieceStart >= end) break;
      const from = Math.max(start - pieceStart, 0);
      const to = Math.min(end - pieceStart, piece.length);
      if (to > from) result.push(cutPiece(piece, from, to));
    }
    return result;
  }

  /** The last piece that starts at or before `offset`. */
  #indexAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Overlays on overlays read straight from what lies at the bottom. */
  static piecesOf(overlay: Overlay): readonly Piece[] {
    return overlay.#pieces;
  }
}

function piecesOf(content: Content): readonly Piece[] {
  if (content instanceof Overlay) return Overlay.piecesOf(content);
  if (content instanceof Uint8Array) return [{ kind: "bytes", length: content.length, bytes: content }];
  if ("zeros" in content) return [{ kind: "zeros", length: content.zeros }];
  return [{ kind: "source", length: content.size, source: content, offset: 0 }];
}

function cutPiece(piece: Piece, from: number, to: number): Piece {
  const length = to - from;
  switch (piece.kind) {
    case "source":
      return { ...piece, length, offset: piece.offset + from };
    case "bytes":
      return { ...piece, length, bytes: piece.bytes.subarray(from, to) };
    case "zeros":
      return { ...piece, length };
  }
}

/** Neighbours that continue each other become one, so that identities do not depend on how an image was put together. */
function merge(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    if (piece.length === 0) continue;
    const last = result.at(-1);
    if (last?.kind === "zeros" && piece.kind === "zeros") {
      result[result.length - 1] = { kind: "zeros", length: last.length + piece.length };
    } else if (
      last?.kind === "source" &&
      piece.kind === "source" &&
      last.source === piece.source &&
      last.offset + last.length === piece.offset
    ) {
      result[result.length - 1] = { ...last, length: last.length + piece.length };
    } else {
      result.push(piece);
    }
  }
  return result;
}

function hashOf(pieces: readonly Piece[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) {
    if (piece.kind === "source") hash.update(`source ${piece.length} ${piece.offset} ${piece.source.identity}\n`);
    else if (piece.kind === "zeros") hash.update(`zeros ${piece.length}\n`);
    else hash.update(`bytes ${piece.length}\n`).update(piece.bytes).update("\n");
  }
  return hash.digest("hex");
}
