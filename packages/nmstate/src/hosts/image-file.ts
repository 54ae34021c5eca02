/** A file to put into an image. */
export type ImageFile = Readonly<{ path: string; mode: number; content: string }>;
