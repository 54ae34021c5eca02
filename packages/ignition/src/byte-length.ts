const encoder = new TextEncoder();

/** How long a text is in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length;
