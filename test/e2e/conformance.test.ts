import { beforeAll, describe, expect, it } from "vitest";
import { expectedFailures } from "../conformance/expected.ts";
import { installSuites } from "../conformance/install.ts";
import { runSuite } from "../conformance/run-suite.ts";

beforeAll(installSuites, 600_000);

/** How many scenarios for clients each suite has: none is left out without a word. */
const counts = { "conformance-next": 48, "conformance-first": 26 } as const;

describe.each(["conformance-next", "conformance-first"] as const)("the protocol's suite %s", (suite) => {
  it("passes in each scenario for clients but those that are named with their reason", async () => {
    const outcome = await runSuite(suite);
    const failed = Object.fromEntries(Object.entries(outcome).filter(([, checks]) => checks.length > 0));
    const expected = Object.keys(expectedFailures[suite]);
    const unexpected = Object.entries(failed).filter(([scenario]) => !expected.includes(scenario));
    expect(Object.fromEntries(unexpected)).toEqual({});
    expect(Object.keys(failed).toSorted()).toEqual(expected.toSorted());
    expect(Object.keys(outcome)).toHaveLength(counts[suite]);
  });
});
