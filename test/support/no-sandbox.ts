import type { Sandbox } from "../../src-main/sandbox/sandbox.ts";
import type { ToolContext } from "../../src-main/tools/tool.ts";
import { fail } from "../../src-preload/contract/result.ts";

/** A machine that cannot confine commands. */
export const noSandbox: Pick<Sandbox, "state" | "confine" | "confineServer"> = {
  state: async () => ({ kind: "unavailable", reason: "There is no sandbox in this test.", nextStep: null }),
  confine: async () => fail("there is no sandbox in this test"),
  confineServer: async () => fail("there is no sandbox in this test"),
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
