/*
 * What has Perch start when a person logs in: a file that the platform reads, and how it is switched on and off. All pure.
 */

/** What is started, and where. */
export interface ServiceFacts {
  readonly platform: "darwin" | "linux" | "win32";
  /** The program and its arguments, the first one an absolute path. */
  readonly command: readonly [string, ...string[]];
  /** Of this home and of the program; absolute paths as they are. */
  readonly env: Readonly<Record<string, string>>;
  /** The person's own folder, and the one of Perch. */
  readonly userHome: string;
  readonly perchHome: string;
  /** Where the person keeps settings (`XDG_CONFIG_HOME`); null for the usual place. */
  readonly configHome: string | null;
}

type Call = readonly [program: string, ...args: string[]];

export interface ServiceFile {
  /** Absolute. */
  readonly path: string;
  readonly content: string;
  /** How the file is written down: Windows reads UTF-16 alone. */
  readonly encoding: "utf8" | "utf16le";
  readonly enable: Call;
  readonly disable: Call;
}

/** Null where a path has a character that no such file can hold. */
export function serviceFile(facts: ServiceFacts): ServiceFile | null {
  const words = [...facts.command, ...Object.values(facts.env)];
  if (words.some((word) => /[\p{Cc}]/u.test(word))) return null;
  if (facts.platform === "linux") return systemdUnit(facts);
  return facts.platform === "darwin" ? launchAgent(facts) : scheduledTask(facts);
}

function systemdUnit({ command, env, userHome, configHome }: ServiceFacts): ServiceFile {
  const unit = "perch.service";
  const lines = [
    "[Unit]",
    "Description=Perch: jobs, and its window in the browser",
    "",
    "[Service]",
    ...Object.entries(env).map(([name, value]) => `Environment=${unitWord(`${name}=${value}`)}`),
    `ExecStart=${command.map((word) => unitWord(word).replaceAll("$", "$$$$")).join(" ")}`,
    "Restart=on-failure",
    "RestartSec=30",
    "",
    "[Install]",
    "WantedBy=default.target",
  ];
  return {
    path: `${configHome ?? `${userHome}/.config`}/systemd/user/${unit}`,
    content: `${lines.join("\n")}\n`,
    encoding: "utf8",
    enable: ["systemctl", "--user", "enable", "--now", unit],
    disable: ["systemctl", "--user", "disable", "--now", unit],
  };
}

/** Quoted as systemd reads it, where `%` begins a word of its own. */
function unitWord(word: string): string {
  return `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%")}"`;
}

function launchAgent({ command, env, userHome }: ServiceFacts): ServiceFile {
  const label = "app.perch.serve";
  const path = `${userHome}/Library/LaunchAgents/${label}.plist`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    "<dict>",
    `  <key>Label</key><string>${label}</string>`,
    "  <key>ProgramArguments</key>",
    "  <array>",
    ...command.map((word) => `    <string>${xmlText(word)}</string>`),
    "  </array>",
    "  <key>EnvironmentVariables</key>",
    "  <dict>",
    ...Object.entries(env).map(([name, value]) => `    <key>${name}</key><string>${xmlText(value)}</string>`),
    "  </dict>",
    "  <key>RunAtLoad</key><true/>",
    "  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>",
    "</dict>",
    "</plist>",
  ];
  return {
    path,
    content: `${lines.join("\n")}\n`,
    encoding: "utf8",
    enable: ["launchctl", "load", "-w", path],
    disable: ["launchctl", "unload", "-w", path],
  };
}

/** A task has no variables of its own: the command line sets them first. */
function scheduledTask({ command, env, perchHome }: ServiceFacts): ServiceFile {
  const name = "Perch";
  const path = `${perchHome}\\perch-task.xml`;
  const sets = Object.entries(env).map(([variable, value]) => `set "${variable}=${value}"`);
  const line = [...sets, command.map((word) => `"${word}"`).join(" ")].join(" && ");
  const lines = [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    "  <RegistrationInfo><Description>Perch: jobs, and its window in the browser</Description></RegistrationInfo>",
    "  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>",
    "  <Settings>",
    "    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>",
    "    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>",
    "    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>",
    "    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>",
    "    <Hidden>true</Hidden>",
    "  </Settings>",
    "  <Actions>",
    `    <Exec><Command>cmd.exe</Command><Arguments>${xmlText(`/d /s /c "${line}"`)}</Arguments></Exec>`,
    "  </Actions>",
    "</Task>",
  ];
  return {
    path,
    content: `\uFEFF${lines.join("\r\n")}\r\n`,
    encoding: "utf16le",
    enable: ["schtasks", "/Create", "/F", "/TN", name, "/XML", path],
    disable: ["schtasks", "/Delete", "/F", "/TN", name],
  };
}

function xmlText(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
