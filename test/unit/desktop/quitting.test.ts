import { describe, expect, it } from "vitest";
import { createQuitting } from "../../../src-main/desktop/quitting.ts";

function bench(answer: "stop" | "wait" | "cancel", runs = 1) {
  const told: string[] = [];
  const state = { runs };
  const quitting = createQuitting({
    isBusy: async () => state.runs > 0,
    async ask() {
      told.push("asked");
      return answer;
    },
    quit: (by) => void told.push(by === "system" ? "quit by the system" : "quit"),
    hide: () => void told.push("hidden"),
  });
  const settled = async (): Promise<readonly string[]> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return told;
  };
  return { quitting, state, settled };
}

describe("the end of the app", () => {
  it("comes at once where nothing is on, however often it is asked for", async () => {
    const { quitting, settled } = bench("cancel", 0);
    quitting.request();
    quitting.request();
    expect(await settled()).toEqual(["quit"]);
    expect(quitting.isDecided).toBe(true);
  });

  it("is asked about once while a run is on", async () => {
    const { quitting, settled } = bench("stop");
    quitting.request();
    quitting.request();
    expect(await settled()).toEqual(["asked", "quit"]);
  });

  it("does not come where the person says so, and can be asked for again", async () => {
    const { quitting, settled } = bench("cancel");
    quitting.request();
    expect(await settled()).toEqual(["asked"]);
    quitting.request();
    expect(await settled()).toEqual(["asked", "asked"]);
    expect(quitting.isDecided).toBe(false);
  });

  it("waits for the last run where the person waits for it", async () => {
    const { quitting, state, settled } = bench("wait", 2);
    quitting.request();
    expect(await settled()).toEqual(["asked", "hidden"]);
    state.runs = 1;
    quitting.changed();
    expect(await settled()).toEqual(["asked", "hidden"]);
    state.runs = 0;
    quitting.changed();
    expect(await settled()).toEqual(["asked", "hidden", "quit"]);
  });

  it("does not come any more once the person is back", async () => {
    const { quitting, state, settled } = bench("wait");
    quitting.request();
    await settled();
    quitting.cancel();
    state.runs = 0;
    quitting.changed();
    expect(await settled()).toEqual(["asked", "hidden"]);
  });

  it("waits for nobody where the system ends", async () => {
    const { quitting, settled } = bench("cancel");
    quitting.request();
    quitting.now();
    expect((await settled()).filter((word) => word.startsWith("quit"))).toEqual(["quit by the system"]);
    expect(quitting.isDecided).toBe(true);
  });
});
