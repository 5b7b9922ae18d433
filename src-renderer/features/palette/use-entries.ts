import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { keyOfHit } from "../../state/message-search.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import { type TextKey, text } from "../../ui/text.ts";
import { rowTime } from "../../ui/time.ts";
import type { Entry } from "./entries.ts";

/** What the window can do, as the palette shows it; handed in, so that there is one list of it. */
export interface PaletteCommand {
  readonly label: string;
  /** "" where no key does it. */
  readonly keys: string;
  readonly about: "here" | "go" | "window";
  readonly run: () => void;
}

const stateWords: Readonly<Partial<Record<SessionSummary["state"], TextKey>>> = {
  waiting: "state.waiting",
  running: "state.running",
  failed: "state.failed",
  interrupted: "state.interrupted",
  asks: "state.asks",
  "over-budget": "state.overBudget",
};

const plain = { detail: "", side: "", keys: "" } as const;

/** Everything that has a name: chats, what can be done, pages, files of the open chat's folder, models and servers. */
export function useEntries(commands: readonly PaletteCommand[], now: number): readonly Entry[] {
  const { chats, place, palette, openFile, composer, agent, chatActs, chat } = useWindow();
  const messages = useMessages(now);
  const rows = usePick(chats.store, (state) => state.rows);
  const paths = usePick(palette.files, (state) => state.paths);
  const models = usePick(agent.store, (state) => state.models);
  const servers = usePick(agent.store, (state) => state.settings?.tools.mcpServers) ?? {};
  const open = usePick(chat.store, (state) => state);
  const key = open.kind === "none" ? null : open.key;
  const others = rows.filter((row) => row.key !== key).toSorted((a, b) => b.updatedAt - a.updatedAt);
  return [
    ...others.map((row): Entry => {
      const run = (): void => place.go({ name: "chats", sessionKey: row.key });
      const word = stateWords[row.state];
      const side = [word === undefined ? "" : text(word), rowTime(row.updatedAt, now)].filter((part) => part !== "");
      const detail = row.preview === row.title ? "" : row.preview;
      return {
        ...plain,
        id: `chat ${row.key}`,
        kind: "chat",
        label: chatTitle(row.title),
        detail,
        side: side.join(" · "),
        run,
      };
    }),
    ...commands.map(
      ({ label, keys, about, run }): Entry => ({ ...plain, id: `${about} ${label}`, kind: about, label, keys, run }),
    ),
    ...messages,
    ...Object.keys(servers).map((name): Entry => {
      const run = (): void => place.go({ name: "connections", shown: { kind: "mcp", name } });
      return { ...plain, id: `server ${name}`, kind: "server", label: name, detail: text("mcpServer.servers"), run };
    }),
    ...(key === null
      ? []
      : paths.map((path): Entry => {
          // A new chat has no files beside it yet: it is named in what is being written.
          const run = (): void => (open.kind === "open" ? openFile(path) : composer.append(key, `@${path} `));
          return { ...plain, id: `file ${path}`, kind: "file", label: path, isMono: true, run };
        })),
    ...(key === null
      ? []
      : models.map((model): Entry => {
          const run = (): void => void chatActs.update(key, { model });
          const detail = text("palette.models");
          return { ...plain, id: `model ${model}`, kind: "model", label: model, detail, isMono: true, run };
        })),
  ];
}

/** What was said with the words that are typed. */
function useMessages(now: number): readonly Entry[] {
  const { palette, soughtMessage } = useWindow();
  const { hits, words } = usePick(palette.messages, (state) => state);
  return hits.map((hit): Entry => {
    const run = (): void => void soughtMessage.open(hit, words);
    const about = { label: chatTitle(hit.title), detail: hit.snippet, side: rowTime(hit.date, now) };
    return { ...plain, ...about, id: `message ${keyOfHit(hit)}`, kind: "message", run };
  });
}

/** What may be typed before a name, as rows of the help: choosing one types it. */
export function useSigns(): readonly Entry[] {
  const { palette, overlay } = useWindow();
  const sign = (typed: string, words: TextKey): Entry => ({
    ...plain,
    id: `sign ${typed}`,
    kind: "sign",
    label: text(words),
    keys: typed,
    staysOpen: true,
    run: () => void palette.ask(typed),
  });
  return [
    sign("#", "palette.helpChats"),
    sign("@", "palette.helpFiles"),
    sign(">", "palette.helpCommands"),
    {
      ...plain,
      id: "sign keys",
      kind: "window",
      label: text("keys.sheet"),
      keys: "Mod+/",
      run: () => overlay.open({ kind: "keys" }),
    },
  ];
}
