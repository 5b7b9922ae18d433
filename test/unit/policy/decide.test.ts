import { describe, expect, it } from "vitest";
import { createPolicy } from "../../../src-main/policy/decide.ts";
import type { ApprovalMode, Effect } from "../../../src-preload/contract/records.ts";

const policy = createPolicy();
const roots = { restricted: true, list: [] };

function verdictOf(effect: Effect, mode: ApprovalMode, said: { mayRun?: boolean; isChanged?: boolean } = {}): string {
  const service = { kind: "service", server: "files", tool: "Echo", where: "npx files", admitted: true } as const;
  const subject = { ...service, mayRun: false, isChanged: false, ...said };
  return policy.decide({ tool: "mcp_files_echo", effect, subject, mode, roots }).kind;
}

describe("a tool of a server", () => {
  it("asks whatever its server says of it, until the person lets it run", () => {
    for (const mode of ["ask", "accept-edits", "auto"] as const) {
      for (const effect of ["read", "send"] as const) {
        expect(verdictOf(effect, mode)).toBe("ask");
        expect(verdictOf(effect, mode, { isChanged: true })).toBe("ask");
        expect(verdictOf(effect, mode, { mayRun: true })).toBe("allow");
      }
    }
  });

  it("that says no more than that it reads asks in plan mode; any other does not run there, let run or not", () => {
    expect(verdictOf("read", "plan")).toBe("ask");
    expect(verdictOf("read", "plan", { mayRun: true })).toBe("allow");
    expect(verdictOf("send", "plan")).toBe("deny");
    expect(verdictOf("send", "plan", { mayRun: true })).toBe("deny");
  });

  it("runs in a chat with full access", () => {
    expect(verdictOf("read", "full")).toBe("allow");
    expect(verdictOf("send", "full", { isChanged: true })).toBe("allow");
  });
});
