import { describe, expect, it } from "vitest";
import { parseCommand } from "../../../src-main/agent/commands.ts";
import { createRefusalGuard } from "../../../src-main/agent/refusal-guard.ts";
import { createRepeatGuard } from "../../../src-main/agent/repeat-guard.ts";

describe("the repeat guard", () => {
  it("warns at the third and stops at the fifth same call, whatever the order of its arguments", () => {
    const guard = createRepeatGuard();
    const kinds = [
      { path: "a", startLine: 1 },
      { startLine: 1, path: "a" },
      { path: "a", startLine: 1 },
      { path: "a", startLine: 1 },
      { path: "a", startLine: 1 },
    ].map((args) => guard.check("read_file", args).kind);
    expect(kinds).toEqual(["fine", "fine", "warn", "warn", "stop"]);
  });

  it("lets a call be made again and again whose result changes, and stops it once it does not", () => {
    const guard = createRepeatGuard();
    const poll = (result: string): string => {
      const { kind } = guard.check("exec", { command: "cat build.log" });
      guard.done("exec", { command: "cat build.log" }, result);
      return kind;
    };
    for (let round = 0; round < 30; round += 1) expect(poll(`step ${round}`)).toBe("fine");
    expect(["x", "x", "x", "x", "x"].map(poll)).toEqual(["fine", "fine", "warn", "warn", "stop"]);
  });

  it("lets tests be run after each new edit", () => {
    const guard = createRepeatGuard();
    for (let round = 0; round < 8; round += 1) {
      const edit = { path: "a.ts", oldText: String(round), newText: String(round + 1) };
      expect(guard.check("edit_file", edit).kind).toBe("fine");
      guard.changed("edit_file", edit, "write");
      expect(guard.check("exec", { command: "npm test" }).kind).toBe("fine");
      guard.changed("exec", { command: "npm test" }, "execute");
    }
  });

  it("stops a model that writes the same two files in turn", () => {
    const guard = createRepeatGuard();
    const kinds: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (const path of ["a", "b"]) {
        kinds.push(guard.check("write_file", { path, content: "x" }).kind);
        guard.changed("write_file", { path, content: "x" }, "write");
      }
    }
    expect(kinds).toContain("stop");
  });
});

describe("the refusal guard", () => {
  it("tells the model to stop at the third refusal of one path", () => {
    const guard = createRefusalGuard();
    const refused = { kind: "failed" as const, message: "no", refused: "outside-roots" as const };
    expect([1, 2, 3].map(() => guard.check(refused, "/etc/passwd") !== "")).toEqual([false, false, true]);
    expect(guard.check(refused, "/etc/hosts")).toBe("");
    expect(guard.check({ kind: "failed", message: "other" }, "/etc/passwd")).toBe("");
  });
});

describe("slash commands", () => {
  it.each([
    ["/new", { kind: "known", name: "new", argument: "" }],
    ["/MODEL openai/x ", { kind: "known", name: "model", argument: "openai/x" }],
    ["/hlep", { kind: "unknown", name: "hlep", nearest: "help" }],
    ["/xyzzy", { kind: "unknown", name: "xyzzy", nearest: null }],
    ["/etc/hosts please", null],
    [" /new", null],
    ["what is /new", null],
    ["/", { kind: "known", name: "help", argument: "" }],
    ["/new begin with this", { kind: "known", name: "new", argument: "begin with this" }],
    ["/stop now", { kind: "wordy", name: "stop" }],
    ["/status x", { kind: "wordy", name: "status" }],
  ])("reads %j", (content, expected) => {
    expect(parseCommand(content)).toEqual(expected);
  });
});
