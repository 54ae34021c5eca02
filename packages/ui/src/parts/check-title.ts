import { texts } from "../texts/index.ts";

/** A name for a check: given where its id says little, made from the id otherwise. */
export function checkTitle(id: string): string {
  const given = texts.checkTitles[id];
  if (given !== undefined) return given;
  const words = id.replace(/-requirements-satisfied$/, " requirements").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
