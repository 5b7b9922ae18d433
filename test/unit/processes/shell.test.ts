import { describe, expect, test } from "vitest";
import { shellCalls } from "../../../src-main/processes/shell.ts";

describe("on Windows", () => {
  test.each(["dir", "echo 会\nexit 3"])("%j goes to PowerShell whole, with UTF-8 on both sides", (command) => {
    const calls = shellCalls(command, "win32");
    expect(calls.map(({ file }) => file)).toEqual(["pwsh.exe", "powershell.exe"]);
    for (const call of calls) {
      expect(call.arguments).toContain("-NoProfile");
      const script = Buffer.from(call.arguments.at(-1) ?? "", "base64").toString("utf16le");
      expect(script).toContain(`\r\n${command}\r\n`);
      expect(script).toMatch(/InputEncoding = .*OutputEncoding = .*UTF8Encoding/);
      expect(script).toContain("exit $LASTEXITCODE");
    }
  });
});

test("elsewhere bash is tried before sh, and no profile is read", () => {
  const calls = shellCalls("ls", "linux");
  expect(calls.map(({ file }) => file)).toEqual(["/bin/bash", "/bin/sh"]);
  expect(calls[0]?.arguments).toEqual(["--noprofile", "--norc", "-c", "exec 2>&1; ls"]);
});
