import { defineConfig } from "vitest/config";

// Not in vite.config.ts, so that building the page does not need the test runner.
export default defineConfig({
  test: {
    // The tests in e2e/ run with `node --test`.
    include: ["src/**/*.test.ts"],
    // Test files share threads, which takes a third of the time. `unstubGlobals` keeps them apart.
    isolate: false,
    pool: "threads",
    reporters: "dot",
    unstubGlobals: true,
  },
});
