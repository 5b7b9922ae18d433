import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { maxPipedChars, readPiped, withPiped } from "../../../src-main/cli/piped-input.ts";
import { createManualClock } from "../../support/manual-clock.ts";

function setUp(kind: "pipe" | "socket" | "none" = "pipe", isNeeded = false) {
  const stdin = new PassThrough();
  const clock = createManualClock();
  const said: string[] = [];
  return { stdin, clock, said, read: readPiped({ stdin, kind, isNeeded, clock, say: (line) => void said.push(line) }) };
}

describe("what is piped in", () => {
  it("is part of the one message, with all its lines", async () => {
    const { stdin, read } = setUp();
    stdin.write("one\nt");
    stdin.end(Buffer.from("wo €\n"));
    const piped = await read;
    expect(piped).toBe("one\ntwo €\n");
    expect(withPiped("explain", piped)).toBe("explain\n\n<stdin>\none\ntwo €\n</stdin>");
    expect(withPiped(null, piped)).toBe("one\ntwo €");
    expect(withPiped("explain", "\n")).toBe("explain");
  });

  it("is cut where it is too long, and that is said", async () => {
    const { stdin, said, read } = setUp();
    stdin.write("x".repeat(maxPipedChars));
    stdin.write("yyy");
    expect(await read).toBe("x".repeat(maxPipedChars));
    expect(said.join()).toMatch(/400000 characters/);
    expect(stdin.destroyed).toBe(true);
  });

  it("is waited for where there is no other message, with a word that it is", async () => {
    const { stdin, clock, said, read } = setUp("pipe", true);
    clock.advance(60_000);
    expect(said).toEqual(["Reading standard input until it ends."]);
    stdin.end("late");
    expect(await read).toBe("late");
  });

  it.each(["socket", "pipe"] as const)(
    "is done without where nobody writes into a %s, and what comes late is said",
    async (kind) => {
      const { stdin, clock, said, read } = setUp(kind);
      clock.advance(60_000);
      expect(await read).toBe("");
      stdin.write("late");
      await new Promise((resolve) => stdin.once("close", resolve));
      expect(said.at(-1)).toMatch(/too late/);
    },
  );

  it("is nothing on a terminal", async () => {
    expect(await setUp("none").read).toBe("");
  });
});
