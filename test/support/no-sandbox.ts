import type { ToolContext } from "../../src-main/tools/tool.ts";
import { fail } from "../../src-preload/contract/result.ts";

/** A machine that cannot confine commands. */
export const noSandbox: ToolContext["commands"]["sandbox"] = {
  state: async () => ({ kind: "unavailable", reason: "There is no sandbox in this test.", nextStep: null }),
  confine: async () => ({ ok: false, error: "there is no sandbox in this test" }),
};

/** As where there is no sandbox. */
export const unconfined: ToolContext["commands"] = {
  sandbox: noSandbox,
  running: { start: async () => fail("not in this test"), find: () => null },
  mode: "ask",
  isSandboxOn: true,
  allowedHosts: [],
  decided: null,
};
