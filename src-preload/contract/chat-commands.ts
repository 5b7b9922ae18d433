/** What a message may be in place of words for the model: `/new` and the others, in the order in which they are listed. */
export const chatCommands = [
  "new",
  "stop",
  "help",
  "status",
  "model",
  "agent",
  "budget",
  "skill",
  "changes",
  "undo",
  "redo",
] as const;
export type ChatCommand = (typeof chatCommands)[number];

/** Those that take words behind their name. */
export const wordyCommands: ReadonlySet<ChatCommand> = new Set(["new", "model", "agent", "budget", "undo"]);
