// How the interface is built, and how `npm run dev` serves it.
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

export const packageRoot = join(import.meta.dirname, "..", "..");

/** Where a service runs that `npm run dev` passes requests on to. */
export const service = process.env.MUSTER_URL ?? "http://127.0.0.1:8090";

export const viteConfig: UserConfig = {
  root: packageRoot,
  plugins: [react()],
  build: {
    target: "es2023",
    outDir: join(packageRoot, "dist"),
    emptyOutDir: true,
    // The service sends a policy that allows no inline code: nothing is turned into a data address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
  },
  worker: { format: "es" },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      [
        "/api",
        "/health",
        "/ready",
        "/metrics",
        "/docs",
        "/byid",
        "/bytoken",
        "/byapikey",
        "/images",
        "/boot-artifacts",
      ].map((path) => [path, { target: service, changeOrigin: true }]),
    ),
  },
};
