import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    pool: "forks",
    reporters: ["default"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.{ts,tsx}", "test/contract/**/*.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/support/built-command.ts"],
          // A bound against hanging, not an expectation.
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
