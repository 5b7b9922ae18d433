export interface ShellCall {
  readonly file: string;
  readonly arguments: readonly string[];
}

/**
 * How a command is given to a shell; the first shell that is there is used. No login shell and no profile, so that
 * nothing puts back what was taken out of the environment. One line and many take the same way.
 */
export function shellCalls(command: string, platform: NodeJS.Platform): readonly ShellCall[] {
  if (platform === "win32") {
    const encoded = Buffer.from(powerShellScript(command), "utf16le").toString("base64");
    const flags = [
      "-NoLogo",
      "-NoProfile",
      "-NonInteractive",
      "-ExecutionPolicy",
      "Bypass",
      "-EncodedCommand",
      encoded,
    ];
    return ["pwsh.exe", "powershell.exe"].map((file) => ({ file, arguments: flags }));
  }
  const script = shellScript(command);
  return [
    { file: "/bin/bash", arguments: ["--noprofile", "--norc", "-c", script] },
    { file: "/bin/sh", arguments: ["-c", script] },
  ];
}

/** A command for a POSIX shell: one pipe for both streams keeps their order. */
export function shellScript(command: string): string {
  return `exec 2>&1; ${command}`;
}

/** PowerShell speaks UTF-16 or a code page unless told otherwise, and forgets the exit status of programs. */
function powerShellScript(command: string): string {
  return [
    "$ProgressPreference = 'SilentlyContinue'",
    "[Console]::InputEncoding = [Console]::OutputEncoding = $OutputEncoding = New-Object System.Text.UTF8Encoding $false",
    "$global:LASTEXITCODE = 0",
    command,
    "if (-not $? -and $LASTEXITCODE -eq 0) { exit 1 } else { exit $LASTEXITCODE }",
  ].join("\r\n");
}
