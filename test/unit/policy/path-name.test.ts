import { describe, expect, test } from "vitest";
import { absolutePath, isInside } from "../../../src-main/policy/path-name.ts";

const linux = { workFolder: "/ws", userHome: "/home/ann", platform: "linux" } as const;
const windows = { workFolder: "C:\\ws", userHome: "C:\\Users\\ann", platform: "win32" } as const;

describe("a path is read by its letters", () => {
  test.each([
    ["notes.md", "/ws/notes.md"],
    ["./a/../b.md", "/ws/b.md"],
    ["../out/secret.txt", "/out/secret.txt"],
    ["/etc/hosts", "/etc/hosts"],
    ["docs/", "/ws/docs"],
    ["/", "/"],
    ["~", "/home/ann"],
    ["~/.ssh/id_ed25519", "/home/ann/.ssh/id_ed25519"],
    ["./~/x", "/ws/~/x"],
    ["~bob/x", "/ws/~bob/x"],
    ["E:\\secret", "/ws/E:\\secret"],
  ])("on Linux %j is %j", (path, expected) => {
    expect(absolutePath(path, linux)).toEqual({ ok: true, value: expected });
  });

  test.each([
    ["notes.md", "C:\\ws\\notes.md"],
    ["a/b.md", "C:\\ws\\a\\b.md"],
    ["..\\out\\x", "C:\\out\\x"],
    ["D:\\other", "D:\\other"],
    ["~\\x", "C:\\Users\\ann\\x"],
  ])("on Windows %j is %j", (path, expected) => {
    expect(absolutePath(path, windows)).toEqual({ ok: true, value: expected });
  });

  test.each([
    ["", "empty"],
    ["   ", "empty"],
    ["notes\u0000.txt", "invalid name"],
    ["a\nb", "invalid name"],
  ])("%j is refused everywhere", (path, reason) => {
    for (const base of [linux, windows]) {
      expect(absolutePath(path, base)).toMatchObject({ ok: false, error: expect.stringContaining(reason) });
    }
  });

  test.each([
    ["\\\\server\\share\\x", "network"],
    ["//server/share/x", "network"],
    ["\\\\?\\C:\\ws\\x", "network"],
    ["\\\\.\\PhysicalDrive0", "network"],
    ["E:secret", "drive letter"],
    ["notes.txt:hidden", "colon"],
    ["nul", "device"],
    ["sub\\COM1.txt", "device"],
    ["notes.md.", "dot or a space"],
    ["sub \\x", "dot or a space"],
  ])("%j is refused on Windows", (path, reason) => {
    expect(absolutePath(path, windows)).toMatchObject({ ok: false, error: expect.stringContaining(reason) });
  });
});

describe("what is inside a folder is told by whole segments", () => {
  test.each([
    ["/ws", "/ws", "linux", true],
    ["/ws/a", "/ws", "linux", true],
    ["/ws-evil/secret", "/ws", "linux", false],
    ["/WS/a", "/ws", "linux", false],
    ["/anything", "/", "linux", true],
    ["C:\\WS\\a", "c:\\ws", "win32", true],
    ["C:\\ws-evil", "C:\\ws", "win32", false],
    ["C:\\x", "C:\\", "win32", true],
  ] as const)("%s in %s on %s: %s", (path, folder, platform, expected) => {
    expect(isInside(path, folder, platform)).toBe(expected);
  });
});
