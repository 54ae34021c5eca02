const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id in its one spelling, or null where there is none. */
export function uuidIn(value: unknown): string | null {
  const id = typeof value === "string" ? value.toLowerCase() : "";
  return uuid.test(id) ? id : null;
}
