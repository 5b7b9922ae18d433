import { assertNever } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { redoChanges, showChanges, undoChanges } from "./change-slash.ts";
import { listChats } from "./chat-list.ts";
import { findChat } from "./choose-chat.ts";
import { findInChats } from "./find-messages.ts";
import { type SlashName, slashHelp } from "./slash-commands.ts";
import type { SlashTarget } from "./slash-target.ts";
import { chatLines } from "./terminal/chat-lines.ts";
import { foundLines } from "./terminal/found-lines.ts";
import { usableSkills } from "./usable-skills.ts";

/** So many chats are listed to pick from. */
const listed = 20;
/** Two lines each. */
const foundAtOnce = 10;

/** Does what a command says. */
export async function slash(target: SlashTarget, name: SlashName, words: string): Promise<void> {
  switch (name) {
    case "new":
    case "status":
    case "model":
    case "agent":
    case "budget":
    case "skill":
      return target.send(words === "" ? `/${name}` : `/${name} ${words}`);
    case "help":
      return help(target);
    case "stop":
      // The end of the run says that it was stopped.
      return (await target.stop()) ? undefined : target.say(text("command.nothingToStop"));
    case "changes":
      return showChanges(target);
    case "undo":
      return undoChanges(target, words);
    case "redo":
      return redoChanges(target);
    case "private":
      return target.beginPrivate();
    case "chats":
      return showChats(target);
    case "find":
      return findWords(target, words);
    case "resume":
      return words === "" ? resumeRun(target) : openChat(target, words);
    case "name":
      return rename(target, words);
    case "queue":
      return resumeQueue(target);
    case "exit":
      return target.leave(0);
    default:
      return assertNever(name);
  }
}

async function help(target: SlashTarget): Promise<void> {
  const rows = slashHelp().map((entry) => `${entry.name.padEnd(9)} ${entry.about}`);
  target.say(rows.join("\n"));
  const skills = await usableSkills(target.connection);
  if (skills.length > 0) target.say(text("terminal.skills", { names: skills.map(({ name }) => `/${name}`).join(" ") }));
  target.say(text("terminal.keys"), { dim: true });
}

async function showChats(target: SlashTarget): Promise<void> {
  if (target.connection === null) return;
  const chats = await listChats(target.connection, listed);
  if (!chats.ok) return target.say(chats.error.message);
  if (chats.value.length === 0) return target.say(text("terminal.noChats"));
  target.say(chatLines(chats.value, target.now(), target.width, true).join("\n"));
  target.say(text("terminal.openHow"), { dim: true });
}

/** What was said in all chats, the newest. */
async function findWords(target: SlashTarget, query: string): Promise<void> {
  if (query === "") return target.say(text("terminal.findHow"));
  if (target.connection === null) return;
  const found = await findInChats(target.connection, { query, limit: foundAtOnce });
  if (!found.ok) return target.say(found.error.message);
  const { hits, hasMore } = found.value;
  if (hits.length === 0) return target.say(text("terminal.found.none", { words: query }));
  target.say(foundLines(hits, target.now(), target.width).join("\n"));
  target.say(text(hasMore ? "terminal.found.more" : "terminal.openHow"), { dim: true });
}

/** Goes on with what was cut off; where nothing was, the chats are listed. */
async function resumeRun(target: SlashTarget): Promise<void> {
  const { connection, sessionKey } = target;
  if (connection === null || sessionKey === null) return;
  const opened = await connection.request("session.open", { sessionKey, limit: 1 });
  const last = opened.ok ? opened.value.lastRun.kind : "none";
  if (last === "none") return showChats(target);
  const resumed = await connection.request("chat.resume", { sessionKey });
  if (!resumed.ok) target.say(resumed.error.message);
}

async function openChat(target: SlashTarget, words: string): Promise<void> {
  if (target.connection === null) return;
  const chats = await listChats(target.connection);
  if (!chats.ok) return target.say(chats.error.message);
  const found = findChat(words, chats.value);
  return found.ok ? target.switchTo(found.value) : target.say(found.error);
}

async function rename(target: SlashTarget, title: string): Promise<void> {
  const { connection, sessionKey } = target;
  if (title === "") return target.say(text("terminal.nameHow"));
  if (connection === null || sessionKey === null) return;
  await target.begin();
  const renamed = await connection.request("session.rename", {
    sessionKey,
    title: title.replaceAll("\n", " ").slice(0, 200),
  });
  target.say(renamed.ok ? text("terminal.named", { title: renamed.value.title }) : renamed.error.message);
}

async function resumeQueue(target: SlashTarget): Promise<void> {
  const { connection, sessionKey } = target;
  if (connection === null || sessionKey === null) return;
  const resumed = await connection.request("queue.pause", { sessionKey, paused: false });
  if (!resumed.ok) return target.say(resumed.error.message);
  const { queue } = resumed.value;
  const [first] = queue;
  if (first === undefined) return target.say(text("terminal.nothingQueued"));
  target.say(text("terminal.queued", { count: queue.length, first: first.content.slice(0, 100) }));
}
