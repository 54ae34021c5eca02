/** A title that says why what it names does not run. */
export const titled = (title: string, skip: string | null): string =>
  skip === null ? title : `${title} (skipped: ${skip})`;
