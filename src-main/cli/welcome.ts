import type { SessionDetail } from "../../src-preload/contract/session.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { text } from "../words.ts";
import type { SlashTarget } from "./slash-target.ts";
import { recentLines } from "./terminal/recent-lines.ts";
import type { Line } from "./terminal/styled-line.ts";

type Conversation = Pick<SlashTarget, "connection" | "say" | "sessionKey" | "width"> & {
  print(rows: readonly Line[]): void;
};

interface OpenedChat {
  /** Null: nothing was said in it yet. */
  readonly detail: SessionDetail | null;
  readonly workFolder: string;
  /** Nothing was open in this terminal before. */
  readonly isFirst: boolean;
  /** The process that owns the home; null: this one. */
  readonly ownerPid: number | null;
}

/** Says which chat is open, and the last of what was said in it. */
export async function welcome(conversation: Conversation, chat: OpenedChat): Promise<void> {
  const { detail, workFolder: folder, isFirst, ownerPid } = chat;
  const status = await conversation.connection?.request("system.status", {});
  const byDefault = status?.ok === true ? status.value.model : null;
  const model = detail?.model ?? byDefault ?? text("command.status.noModel");
  const session = conversation.sessionKey ?? "";
  conversation.say(text("cli.welcome", { model, folder, session }));
  if (isPrivateKey(session)) conversation.say(text("cli.private"), { colour: "cyan" });
  if (isFirst) conversation.say(text("cli.welcomeKeys"), { dim: true });
  if (ownerPid !== null && isFirst) conversation.say(text("cli.attached", { pid: ownerPid }));
  if (detail === null) return;
  const { damagedLines, title } = detail.summary;
  if (title !== "") conversation.say(text("cli.continued", { title }));
  if (damagedLines > 0) conversation.say(text("cli.damaged", { count: damagedLines }));
  const messages = detail.page.messages.map((row) => row.message);
  conversation.print(recentLines(messages, conversation.width));
}
