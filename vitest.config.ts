import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The long files first, so that no worker ends with one while the other has nothing left to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weight = ({ moduleId, project }: TestSpecification): number =>
      moduleId.endsWith("kill.test.ts") ? 2 : Number(project.name === "e2e");
    return [...files].sort((a, b) => weight(b) - weight(a) || a.moduleId.localeCompare(b.moduleId));
  }
}

/** The suite of the window on the desktop app (`npm run test:electron`); what only the served window has is no part of it. */
const isDesktop = process.env["PERCH_TESTED_HOST"] === "desktop";
const windowOnDesktop = {
  include: ["test/e2e/window/*.test.ts"],
  exclude: ["surroundings", "served-access", "dev-loop", "first-load"].map((name) => `test/e2e/window/${name}.test.ts`),
};

export default defineConfig({
  test: {
    pool: "forks",
    reporters: ["default"],
    // By itself vitest leaves one core to its own process, which has little to do: on two cores that is half of the machine.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // A test has the whole catalogue at once.
        resolve: { alias: [{ find: /^(.*\/en\.json)\?later$/, replacement: "$1" }] },
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.{ts,tsx}", "test/contract/**/*.test.ts"],
          // Nothing here changes a module: loading them once a worker, and not once a file, takes half of the time away.
          isolate: false,
          // A bound against hanging, not an expectation: a busy machine takes ten times as long.
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 60_000,
          globalSetup: ["test/support/built-threads.ts"],
        },
      },
      {
        test: {
          name: "e2e",
          ...(isDesktop ? windowOnDesktop : { include: ["test/e2e/**/*.test.ts"] }),
          globalSetup: ["test/support/built-command.ts", "test/support/built-threads.ts"],
          // Bounds against hanging, not expectations.
          testTimeout: 600_000,
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
