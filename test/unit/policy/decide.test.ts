import { describe, expect, it } from "vitest";
import { createPolicy } from "../../../src-main/policy/decide.ts";
import type { ApprovalMode, Effect } from "../../../src-preload/contract/records.ts";
import { plainParts, plainPlace } from "../../support/policy-question.ts";

const policy = createPolicy(plainParts);
const roots = { restricted: true, list: [] };

async function verdictOf(
  effect: Effect,
  mode: ApprovalMode,
  said: { mayRun?: boolean; isChanged?: boolean } = {},
): Promise<string> {
  const service = { kind: "service", server: "files", tool: "Echo", where: "npx files", admitted: true } as const;
  const subject = { ...service, confinement: null, mayRun: false, isChanged: false, ...said };
  return (await policy.decide({ ...plainPlace, tool: "mcp_files_echo", effect, subject, mode, roots })).kind;
}

describe("a tool of a server", () => {
  it("asks whatever its server says of it, until the person lets it run", async () => {
    for (const mode of ["ask", "accept-edits", "auto"] as const) {
      for (const effect of ["read", "send"] as const) {
        expect(await verdictOf(effect, mode)).toBe("ask");
        expect(await verdictOf(effect, mode, { isChanged: true })).toBe("ask");
        expect(await verdictOf(effect, mode, { mayRun: true })).toBe("allow");
      }
    }
  });

  it("that says no more than that it reads asks in plan mode; any other does not run there, let run or not", async () => {
    expect(await verdictOf("read", "plan")).toBe("ask");
    expect(await verdictOf("read", "plan", { mayRun: true })).toBe("allow");
    expect(await verdictOf("send", "plan")).toBe("deny");
    expect(await verdictOf("send", "plan", { mayRun: true })).toBe("deny");
  });

  it("runs in a chat with full access", async () => {
    expect(await verdictOf("read", "full")).toBe("allow");
    expect(await verdictOf("send", "full", { isChanged: true })).toBe("allow");
  });
});
