import type { ToolContext } from "../../src-main/tools/tool.ts";

/** A machine that cannot confine commands. */
export const noSandbox: ToolContext["commands"]["sandbox"] = {
  state: async () => ({ kind: "unavailable", reason: "There is no sandbox in this test.", nextStep: null }),
  confine: async () => ({ ok: false, error: "there is no sandbox in this test" }),
};
