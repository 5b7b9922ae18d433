import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTerminalInput } from "../../../src-main/cli/terminal-input.ts";

function setUp(history: readonly string[] = []) {
  const input = new PassThrough();
  const output = new PassThrough();
  output.resume();
  const terminal = createTerminalInput({ input, output, history });
  const messages: string[] = [];
  terminal.onMessage((message) => messages.push(message));
  /** Types, and waits until the line editor has read it. */
  const type = async (keys: string): Promise<void> => {
    input.write(keys);
    await new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)));
  };
  return { terminal, messages, type, [Symbol.dispose]: () => terminal.close() };
}

describe("the line in the terminal", () => {
  it("sends a line with Enter, and nothing for an empty one", async () => {
    using test = setUp();
    await test.type("hello\r");
    await test.type("\r");
    expect(test.messages).toEqual(["hello"]);
  });

  it("takes a paste of many lines as one message, sent with the next Enter", async () => {
    using test = setUp();
    await test.type("\u001b[200~one\rtwo\rthree\u001b[201~");
    expect(test.messages).toEqual([]);
    await test.type("\r");
    expect(test.messages).toEqual(["one\ntwo\nthree"]);
  });

  it("brings back what was typed before, newest first", async () => {
    using test = setUp(["newer", "older"]);
    await test.type("\u001b[A\u001b[A\r");
    expect(test.messages).toEqual(["older"]);
    expect(test.terminal.history.slice(0, 2)).toEqual(["older", "newer"]);
  });

  it("empties what is being typed, and says when there was nothing", async () => {
    using test = setUp();
    await test.type("half a thought");
    expect(test.terminal.discard()).toBe(true);
    expect(test.terminal.discard()).toBe(false);
    await test.type("whole\r");
    expect(test.messages).toEqual(["whole"]);
  });
});
