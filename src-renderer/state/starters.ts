import { createStore } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { FolderStarters } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import type { Composer } from "./composer.ts";
import { createCrossing } from "./crossing.ts";
import type { Files } from "./files.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";
import type { OpenChat, OpenChatState } from "./open-chat.ts";

export interface StartersState {
  /** The chat whose work folder was looked at; null before that. */
  readonly key: SessionKey | null;
  readonly found: Load<{ readonly folder: FolderStarters }>;
}

interface Needed {
  readonly client: AgentClient;
  readonly chat: OpenChat;
  readonly composer: Pick<Composer, "begin">;
  readonly files: Pick<Files, "choose">;
  /** The inspector is shown with its files. */
  readonly preferences: { setState(part: { readonly inspector: true; readonly inspectorTab: "files" }): void };
  readonly notify: Notify;
}

/** A file that a beginning ends in. */
interface Awaited {
  readonly key: SessionKey;
  readonly target: string;
}

/** What a new chat can begin with, made from what lies in its work folder; and the samples in there. */
export function createStarters({ client, chat, composer, files, preferences, notify }: Needed) {
  const store = createStore<StartersState>(() => ({ key: null, found: { kind: "loading" } }));
  const asking = createCrossing();

  async function load(sessionKey: SessionKey): Promise<void> {
    if (store.getState().key !== sessionKey) store.setState({ key: sessionKey, found: { kind: "loading" } });
    const came = await asking.ask(() => client.request("folder.starters", { sessionKey }));
    if (came !== null) store.setState({ found: loaded(came.answer, (folder) => ({ folder })) });
  }

  /** What a change answers is newer than any look that is on its way. */
  async function change(
    route: "folder.addSamples" | "folder.removeSamples",
    sessionKey: SessionKey,
  ): AsyncResult<FolderStarters> {
    const changed = await client.request(route, { sessionKey });
    // Another new chat may be the one that is shown by now: it works in the same folder.
    const shown = newChatOf(chat.store.getState())?.key ?? sessionKey;
    if (changed.ok && shown === sessionKey) {
      asking.drop();
      store.setState({ key: sessionKey, found: { kind: "ready", folder: changed.value } });
    } else await load(shown);
    return changed;
  }

  const opener = createFileOpener({ chat, files, preferences });

  return {
    store,
    load,
    /** Follows the chat that is shown: a new one is offered beginnings. Returns its end. */
    show(): () => void {
      let seen: string | null = null;
      const follow = (): void => {
        opener.follow();
        const now = newChatOf(chat.store.getState());
        if (now?.id === seen) return;
        seen = now?.id ?? null;
        if (now !== null) void load(now.key);
      };
      follow();
      return chat.store.subscribe(follow);
    },
    /** Puts a beginning into the composer; what it ends in is opened when it is there. */
    begin(key: SessionKey, words: string, target: string): void {
      opener.expect({ key, target });
      composer.begin(key, words);
    },
    /** Where the work folder is new and empty; any other is left as it is, without a word. */
    addFirst: async (sessionKey: SessionKey): Promise<void> => void (await change("folder.addSamples", sessionKey)),
    async addSamples(sessionKey: SessionKey): Promise<void> {
      isDone(await change("folder.addSamples", sessionKey), notify);
    },
    async removeSamples(sessionKey: SessionKey): Promise<void> {
      const removed = await change("folder.removeSamples", sessionKey);
      if (isDone(removed, notify)) notify(text("samples.removed"));
    },
  };
}

/** Opens the file that a run was begun for, with what was changed in it, once that run has ended. */
function createFileOpener({ chat, files, preferences }: Pick<Needed, "chat" | "files" | "preferences">) {
  let awaited: Awaited | null = null;
  return {
    expect(file: Awaited): void {
      awaited = file;
    },
    follow(): void {
      const open = chat.store.getState();
      if (awaited === null || open.kind !== "open" || open.key !== awaited.key || isRunning(open)) return;
      const { target } = awaited;
      if (!hasWritten(open, target)) return;
      awaited = null;
      preferences.setState({ inspector: true, inspectorTab: "files" });
      files.choose(target, "change");
    },
  };
}

export type Starters = ReturnType<typeof createStarters>;

/** Nothing was said in it yet; its settings may have been chosen. */
export function isNewChat(open: OpenChatState): boolean {
  if (open.kind === "new") return true;
  return open.kind === "open" && open.view.messages.length === 0 && open.view.run === null && !open.view.hasEarlier;
}

/** The chat that is new, and what tells that it works elsewhere now; null for any other. */
function newChatOf(open: OpenChatState): { readonly key: SessionKey; readonly id: string } | null {
  if (open.kind === "none" || !isNewChat(open)) return null;
  const folder = open.kind === "open" ? (open.facts.workFolder ?? "") : "";
  return { key: open.key, id: `${open.key}\n${folder}` };
}

type Opened = Extract<OpenChatState, { readonly kind: "open" }>;

function isRunning({ view }: Opened): boolean {
  return view.run !== null && view.run.end === null;
}

function hasWritten({ view }: Opened, target: string): boolean {
  return view.messages.some(
    ({ message }) =>
      message.role === "tool" &&
      message.details?.diff !== undefined &&
      message.details.path?.replaceAll("\\", "/").endsWith(`/${target}`),
  );
}
