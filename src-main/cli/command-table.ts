import { type TextKey, text } from "../words.ts";

/** The commands, in the order in which they are listed: how each is called, and what its options do. */
const table = {
  agent: { call: "cli.help.agent", about: "cli.help.agentAbout" },
  chats: { call: "cli.help.chats", about: "cli.help.chatsAbout" },
  cron: { call: "cli.help.cron", about: "cli.help.cronAbout" },
  heartbeat: { call: "cli.help.heartbeat", about: "cli.help.heartbeatAbout" },
  backup: { call: "cli.help.backup", about: "cli.help.backupAbout" },
  serve: { call: "cli.help.serve", about: "cli.help.serveAbout" },
  mcp: { call: "cli.help.mcp", about: "cli.help.mcpAbout" },
  service: { call: "cli.help.service", about: "cli.help.serviceAbout" },
  status: { call: "cli.help.status", about: "cli.help.statusAbout" },
  doctor: { call: "cli.help.doctor", about: "cli.help.doctorAbout" },
} as const satisfies Readonly<Record<string, { readonly call: TextKey; readonly about: TextKey }>>;

export type CommandName = keyof typeof table;
export const commandNames: readonly CommandName[] = [
  "agent",
  "chats",
  "cron",
  "heartbeat",
  "backup",
  "serve",
  "mcp",
  "service",
  "status",
  "doctor",
];

/** All commands, a line each. */
export function usage(): string {
  return [...commandNames.map((name) => text(table[name].call)), text("cli.help.more")].join("\n");
}

/** One command with its options. */
export function commandUsage(name: CommandName): string {
  return `${text(table[name].call)}\n\n${text(table[name].about)}`;
}

/** The one that was probably meant. */
export async function nearestCommand(name: string): Promise<CommandName | null> {
  const { distance } = await import("fastest-levenshtein");
  const [best, second] = commandNames
    .map((command) => ({ command, far: distance(name, command) }))
    .toSorted((a, b) => a.far - b.far);
  return best === undefined || best.far > 2 || second?.far === best.far ? null : best.command;
}
