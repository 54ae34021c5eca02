// A real Chromium for the tests of the web interface: Debian's package, or whatever is on the PATH.
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** Null where there is none. */
export function findChromium(): string | null {
  for (const directory of (process.env.PATH ?? "").split(":")) {
    for (const name of names) {
      const path = join(directory, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Look on.
      }
    }
  }
  return null;
}

export const noChromium =
  findChromium() === null ? "there is no Chromium: scripts/install-test-system.sh browser installs it" : null;

export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium ?? "");
  // Chromium refuses to run as root in its sandbox; these pages are our own.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

export type Shape = Readonly<{ width?: number; height?: number; theme?: "light" | "dark" }>;

/** A page that remembers what went wrong on it. */
export async function openPage(
  browser: Browser,
  baseURL: string,
  { width = 1280, height = 900, theme = "light" }: Shape = {},
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await browser.newContext({ baseURL, viewport: { width, height }, colorScheme: theme });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${page.url()}: ${message.text()}`);
  });
  return { context, page, errors };
}
