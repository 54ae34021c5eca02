import { Missing } from "../parts/missing.tsx";
import { texts } from "../texts/index.ts";

export function NotFound() {
  return <Missing title={texts.app.notFoundTitle}>{texts.app.notFound}</Missing>;
}
