import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
    testTimeout: 20_000,
    // One for each core: many tests wait more than they work.
    maxWorkers: availableParallelism(),
  },
});
