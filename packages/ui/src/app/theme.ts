// Light, dark, or as the system has it. public/theme.js applies the choice before the first paint.
import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "muster-theme";
const listeners = new Set<() => void>();
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function chosen(): Theme {
  const stored = localStorage.getItem(key);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function apply(): void {
  const theme = chosen();
  const dark = theme === "dark" || (theme === "system" && systemIsDark.matches);
  document.documentElement.classList.toggle("pf-v6-theme-dark", dark);
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(key);
  else localStorage.setItem(key, theme);
  apply();
  for (const listener of listeners) listener();
}

export function followSystemTheme(): void {
  systemIsDark.addEventListener("change", apply);
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, chosen);
}
