/** The bytes as a string of characters below 256; null when the text is not base64, or empty. */
export function decodeBase64(text: string): string | null {
  if (text === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return atob(text);
  } catch {
    return null;
  }
}
