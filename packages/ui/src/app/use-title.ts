import { useEffect } from "react";
import { texts } from "../texts/index.ts";

/** What the browser's tab says; screen readers hear it when the page changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${texts.app.name}`;
  }, [title]);
}
