import type { Problem } from "@muster/core";
import { texts } from "../texts/index.ts";

/** What is wrong with a field, short: the person sees what they typed. */
export const problemText = ({ needed, remedy }: Pick<Problem, "needed" | "remedy">): string =>
  `${texts.general.needed(needed)} ${upperFirst(remedy)}.`;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
