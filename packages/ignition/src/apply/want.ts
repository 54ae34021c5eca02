// What must be at a path in the end. Decided from the config alone; `ensure.ts` compares it with what is there.

export type Ownership = Readonly<{ mode?: number; uid?: number; gid?: number }>;

export type WantedFile = Ownership &
  Readonly<{
    kind: "file";
    path: string;
    /** Null: what is there stays, or an empty file is made. */
    content: Uint8Array | null;
    /** At the end of the file, once. */
    append?: Uint8Array;
    overwrite: boolean;
    /** A file that exists keeps its mode and owner. */
    keepsOwner?: boolean;
  }>;

export type WantedDirectory = Ownership & Readonly<{ kind: "directory"; path: string; overwrite: boolean }>;
export type WantedLink = Ownership & Readonly<{ kind: "link"; path: string; target: string; overwrite: boolean }>;
export type WantedHardLink = Readonly<{ kind: "hard link"; path: string; target: string; overwrite: boolean }>;
/** Any link there is removed; with a target only one that leads there. */
export type WantedNoLink = Readonly<{ kind: "no link"; path: string; target?: string }>;

export type Want = Readonly<
  (WantedFile | WantedDirectory | WantedLink | WantedHardLink | WantedNoLink) & {
    /** Where the config asks for it, for problems. */
    at: readonly (string | number)[];
  }
>;
