import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { createPlainTerminal } from "../../../../src-main/cli/terminal/plain-terminal.ts";
import { createTypedHistory } from "../../../../src-main/cli/terminal/typed-history.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

it("sends no answer as a message whose question went before its line was whole", async () => {
  const input = new PassThrough();
  const sent: string[] = [];
  const all = Promise.withResolvers<void>();
  const terminal = createPlainTerminal({
    input,
    output: new PassThrough(),
    env: {},
    clock: createManualClock(0),
    history: createTypedHistory([]),
    listeners: {
      onMessage: (message) => {
        sent.push(message);
        if (message === "y") all.resolve();
      },
      onInterrupt: () => undefined,
      onEscape: () => undefined,
      onControl: () => undefined,
      onLeave: () => undefined,
      live: () => [],
      choices: async () => [],
    },
  });
  terminal.ask({ label: "? ", style: {}, question: "q" });
  terminal.ask({ label: "> ", style: {}, question: null });
  input.write("y\nand now\ny\n");
  await all.promise;
  expect(sent).toEqual(["and now", "y"]);
  terminal.close();
});
