import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelError, ModelErrorKind } from "../../../src-main/models/model.ts";
import { createLearntModels, type LearntModels } from "../../../src-main/providers/learnt-models.ts";
import { createProviderStates, type ProviderStates } from "../../../src-main/providers/provider-states.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createTestHome, type TestHome } from "../../support/test-home.ts";

let home: TestHome;
const place = { name: "OpenRouter", baseUrl: "https://openrouter.example/v1" };

beforeEach(async () => {
  home = await createTestHome();
});
afterEach(async () => {
  for (const learnt of memories.splice(0)) await learnt.settled();
  await home[Symbol.asyncDispose]();
});

const memories: LearntModels[] = [];

/** As a new process finds it. */
async function opened() {
  const learnt = createLearntModels(home.host, nodeFileSystem);
  memories.push(learnt);
  await learnt.load();
  return { learnt, states: createProviderStates(learnt) };
}

function error(kind: ModelErrorKind): ModelError {
  return { kind, retryable: false, userMessage: `it said ${kind}` };
}

type Seen = readonly ["list" | "answer" | "tools" | "no-tools", ModelErrorKind | "ok"];

function see(states: ProviderStates, [what, how]: Seen, model = "m"): void {
  const failed = how === "ok" ? null : error(how);
  if (what === "list") states.listed(place, failed);
  else states.answered(place, { model, error: failed, tools: what === "answer" ? null : what === "tools" });
}

describe("a provider", () => {
  const cases: readonly (readonly [string, readonly Seen[], string])[] = [
    ["that nobody asked is not tested", [], "not-tested"],
    ["that only gave its list is not tested", [["list", "ok"]], "not-tested"],
    ["that has no list is not tested", [["list", "not_found"]], "not-tested"],
    ["that answered is ready", [["answer", "ok"]], "ready"],
    ["that called a tool is ready", [["tools", "ok"]], "ready"],
    ["whose model called no tool can only talk", [["no-tools", "ok"]], "talks-only"],
    [
      "that can only talk stays so when it only talks",
      [
        ["no-tools", "ok"],
        ["answer", "ok"],
      ],
      "talks-only",
    ],
    [
      "that calls a tool after all is ready",
      [
        ["no-tools", "ok"],
        ["tools", "ok"],
      ],
      "ready",
    ],
    ["whose key was refused says so", [["answer", "auth"]], "key-refused"],
    [
      "whose list refused the key says so",
      [
        ["answer", "ok"],
        ["list", "auth"],
      ],
      "key-refused",
    ],
    [
      "is not made good by a list that anybody may read",
      [
        ["answer", "auth"],
        ["list", "ok"],
      ],
      "key-refused",
    ],
    [
      "whose list takes the key again is not tested",
      [
        ["answer", "ok"],
        ["list", "auth"],
        ["list", "ok"],
      ],
      "not-tested",
    ],
    [
      "that is out of reach says so",
      [
        ["answer", "ok"],
        ["answer", "network"],
      ],
      "not-running",
    ],
    [
      "that is back is as before",
      [
        ["answer", "ok"],
        ["answer", "network"],
        ["list", "ok"],
      ],
      "ready",
    ],
    [
      "that is back and never answered is not tested",
      [
        ["list", "network"],
        ["list", "ok"],
      ],
      "not-tested",
    ],
    [
      "without a balance has failed",
      [
        ["answer", "ok"],
        ["answer", "quota"],
      ],
      "failed",
    ],
    [
      "without a balance is not made good by its list",
      [
        ["answer", "quota"],
        ["list", "ok"],
      ],
      "failed",
    ],
    [
      "that answers again is ready",
      [
        ["answer", "quota"],
        ["answer", "ok"],
      ],
      "ready",
    ],
    [
      "whose list is broken and that answers is ready",
      [
        ["answer", "ok"],
        ["list", "server"],
      ],
      "ready",
    ],
    ["whose list is broken and that never answered has failed", [["list", "server"]], "failed"],
    ["that refused its first message has failed", [["answer", "bad_request"]], "failed"],
    [
      "that refuses one message of many is ready",
      [
        ["answer", "ok"],
        ["answer", "bad_request"],
      ],
      "ready",
    ],
    [
      "that was stopped tells nothing",
      [
        ["answer", "ok"],
        ["answer", "aborted"],
      ],
      "ready",
    ],
    ["that was stopped at once is not tested", [["answer", "aborted"]], "not-tested"],
  ];
  it.each(cases)("%s", async (_, seen, state) => {
    const { states } = await opened();
    for (const one of seen) see(states, one);
    expect(states.of(place).state).toBe(state);
  });

  it("says what was wrong, and of a model that only talks which one it is", async () => {
    const { states } = await opened();
    see(states, ["answer", "quota"]);
    expect(states.of(place).message).toBe("it said quota");
    see(states, ["no-tools", "ok"], "gemma3:4b");
    expect(states.of(place).message).toContain("gemma3:4b");
    see(states, ["answer", "ok"], "qwen3:8b");
    expect(states.of(place)).toMatchObject({ state: "ready", message: "" });
    see(states, ["answer", "ok"], "gemma3:4b");
    expect(states.of(place).state).toBe("talks-only");
  });

  it("is another one at another address, and the same however its name is written", async () => {
    const { states } = await opened();
    see(states, ["answer", "ok"]);
    expect(states.of({ ...place, name: "open-router" }).state).toBe("ready");
    expect(states.of({ ...place, baseUrl: "https://elsewhere.example/v1" }).state).toBe("not-tested");
  });

  it("runs when it answered, if only with its list", async () => {
    const { states } = await opened();
    expect(states.of(place).isThere).toBe(false);
    see(states, ["list", "ok"]);
    expect(states.of(place).isThere).toBe(true);
    see(states, ["list", "network"]);
    expect(states.of(place).isThere).toBe(false);
  });
});

describe("after a restart", () => {
  async function restarted(...seen: readonly Seen[]) {
    const { states, learnt } = await opened();
    for (const one of seen) see(states, one);
    await learnt.settled();
    return (await opened()).states;
  }
  it("what answered is ready", async () => {
    expect((await restarted(["answer", "ok"])).of(place).state).toBe("ready");
  });
  it("what only talks is known, by its model", async () => {
    const states = await restarted(["tools", "ok"], ["no-tools", "ok"]);
    expect(states.of(place)).toMatchObject({ state: "talks-only", message: expect.stringContaining("m ") });
  });
  it("what was out of reach is as before, and what refused its key is not tested", async () => {
    expect((await restarted(["answer", "ok"], ["answer", "network"])).of(place).state).toBe("ready");
    expect((await restarted(["answer", "ok"], ["answer", "auth"])).of(place).state).toBe("not-tested");
  });
  it("what was set up anew is not tested", async () => {
    const { states, learnt } = await opened();
    see(states, ["answer", "ok"]);
    states.forget("openrouter");
    expect(states.of(place).state).toBe("not-tested");
    await learnt.settled();
    expect((await opened()).states.of(place).state).toBe("not-tested");
  });
});
