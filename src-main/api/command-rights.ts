import { isMoreThanWords } from "../../src-preload/contract/more-than-words.ts";
import type { RouteInput, RouteName } from "../../src-preload/contract/routes.ts";

/**
 * What a command that the agent runs may ask of it: reading and stopping, and nothing that decides, sets or opens. Whoever
 * stops a run is not looked at first: a stop must not wait.
 */
const readingRoutes: ReadonlySet<RouteName> = new Set<RouteName>([
  ...([
    "session.list",
    "session.open",
    "session.page",
    "session.find",
    "session.trash",
    "session.export",
    "message.search",
  ] as const),
  ...(["file.list", "file.read", "file.find", "file.watch", "file.result"] as const),
  ...([
    "knowledge.list",
    "knowledge.read",
    "skill.list",
    "knowledge.versions",
    "knowledge.readVersion",
    "memory.proposals",
    "recall.describe",
    "model.list",
    "provider.list",
    "provider.uses",
    "mcp.list",
  ] as const),
  ...([
    "context.describe",
    "usage.report",
    "usage.export",
    "usage.budgets",
    "approval.list",
    "ask.list",
    "settings.get",
  ] as const),
  ...(["rules.list", "rules.decisions", "trust.list", "trust.look"] as const),
  ...([
    "chat.stop",
    "commands.list",
    "commands.output",
    "transcription.describe",
    "web.describeSearch",
    "transcription.stop",
    "system.status",
    "system.doctor",
    "system.paths",
    "events.subscribe",
    "events.unsubscribe",
  ] as const),
]);

/**
 * A command was allowed to run, and not to allow: through the socket of the owner it may read and send messages. A message
 * that brings a mode, a work folder, a mention or a slash command changes more than its text, and so does one in place of another or of
 * what a person is typing.
 */
export function isForCommands<Route extends RouteName>(route: Route, input: RouteInput<Route>): boolean {
  return readingRoutes.has(route) || (route === "chat.send" && isPlainMessage(input));
}

function isPlainMessage(input: object): boolean {
  const changing = ["mode", "workFolder", "replaces", "draftBy"];
  if (changing.some((name) => name in input && Reflect.get(input, name) !== undefined)) return false;
  return "text" in input && typeof input.text === "string" && !isMoreThanWords(input.text);
}
