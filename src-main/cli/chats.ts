import { text } from "../words.ts";
import { listChats } from "./chat-list.ts";
import { commandUsage } from "./command-table.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { openHome } from "./open-home.ts";
import { wantsJson } from "./status.ts";
import { chatLines } from "./terminal/chat-lines.ts";

/** Wide enough for titles where nobody tells how wide a line is. */
const pipeWidth = 120;

/** `perch chats`: all chats, newest first; with `--json` an object each, one a line. */
export async function runChats(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const wanted = await wantsJson(args);
  if (!wanted.ok) {
    context.say(wanted.error);
    context.say(commandUsage("chats"));
    return 2;
  }
  const json = wanted.value;
  const home = await openHome(context);
  if (!home.ok) {
    context.say(home.error.message);
    return 1;
  }
  const chats = await listChats(home.value.connection);
  await home.value.close();
  if (!chats.ok) {
    context.say(chats.error.message);
    return 1;
  }
  if (json) for (const chat of chats.value) context.out(`${JSON.stringify(chat)}\n`);
  else if (chats.value.length === 0) context.say(text("terminal.noChats"));
  else {
    const width = process.stdout.columns ?? pipeWidth;
    for (const shown of chatLines(chats.value, context.host.now(), width)) context.out(`${shown}\n`);
  }
  return 0;
}
