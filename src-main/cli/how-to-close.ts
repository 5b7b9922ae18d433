import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { text } from "../words.ts";
import type { Home } from "./open-home.ts";

/** The owner of a home lets the runs of other chats end first: they belong to other terminals. */
export async function howToClose(
  home: Home,
  own: SessionKey | null,
  say: (words: string) => void,
): Promise<"stop" | "finish" | "quit"> {
  if (home.assistant === null) return "stop";
  const status = await home.connection.request("system.status", {});
  const runs = status.ok ? status.value.runs : [];
  const others = runs.filter((run) => run.state === "running" && run.sessionKey !== own);
  // What it cuts off can be gone on with, and a message of another client in this chat has its turn in the next owner.
  if (others.length === 0) return "quit";
  say(text("cli.othersRunning", { count: others.length }));
  return "finish";
}
