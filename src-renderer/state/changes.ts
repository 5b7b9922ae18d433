import { createStore, type StoreApi } from "zustand/vanilla";
import type { LeftFile, RevertEnd } from "../../src-preload/contract/changes.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { MessageId, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { type ChangesState, type ChosenChange, createChangesReader, type DiffSide } from "./changes-reader.ts";
import { isDone, type Notify } from "./notices.ts";
import type { OpenChat } from "./open-chat.ts";

interface Needed {
  readonly client: AgentClient;
  readonly place: ChangesPlace;
  readonly notify: Notify;
}

/** Where changes are shown, and of which chat. */
export interface ChangesPlace {
  /** The chat whose changes can be taken back; null where there is none. */
  chat(): SessionKey | null;
  /** Whether its changes are shown. */
  isShown(): boolean;
  show(): void;
  /** Tells that one of these may be another now. */
  follow(listener: () => void): void;
}

/** Beside the open chat. */
export function besideChat(
  chat: OpenChat,
  preferences: StoreApi<{ readonly inspector: boolean; readonly inspectorTab: string }>,
): ChangesPlace {
  return {
    chat: () => {
      const open = chat.store.getState();
      return open.kind === "open" ? open.key : null;
    },
    isShown: () => preferences.getState().inspector,
    show: () => preferences.setState({ inspector: true, inspectorTab: "changes" }),
    follow: (listener) => {
      chat.store.subscribe(listener);
      preferences.subscribe(listener);
    },
  };
}

const nothing: ChangesState = { key: null, runs: { kind: "loading" }, chosen: null, restoring: null, isBusy: false };

/** What runs of a chat did to files: read while that is shown, and taken back from there. */
export function createChanges({ client, place, notify }: Needed) {
  const store = createStore<ChangesState>(() => nothing);
  const reader = createChangesReader(client, store);

  function follow(): void {
    const key = place.isShown() ? place.chat() : null;
    if (key === store.getState().key) return;
    reader.drop();
    store.setState({ ...nothing, key });
    void reader.read();
  }

  place.follow(follow);
  follow();

  return {
    store,
    choose: (change: ChosenChange, side: DiffSide = "left"): void => void reader.compare(change, side),
    /** Shows what was done to a file, beside the chat. */
    show(path: string): void {
      place.show();
      reader.want(path);
    },
    readMore: () => reader.readMore(notify),
    ...createReverts({ client, place, store, notify }),
    async keep({ runId, path }: ChosenChange, kept: boolean): Promise<void> {
      const { key } = store.getState();
      if (key === null) return;
      isDone(await client.request("changes.keep", { sessionKey: key, runId, paths: [path], kept }), notify);
    },
    apply(events: readonly PerchEvent[]): void {
      reader.note(events);
      const { key } = store.getState();
      if (events.some((event) => event.type === "changes-changed" && event.sessionKey === key)) void reader.read();
    },
    reset: (): void => void reader.read(),
  };
}

/** Takes back, and tells what was and what was not. */
function createReverts({ client, place, store, notify }: Needed & { readonly store: StoreApi<ChangesState> }) {
  async function takeBack(ask: (key: SessionKey) => Promise<Result<RevertEnd, ContractError>>): Promise<void> {
    const key = place.chat();
    if (key === null || store.getState().isBusy) return;
    store.setState({ isBusy: true });
    const end = await ask(key);
    store.setState({ isBusy: false });
    if (isDone(end, notify)) tell(key, end.value);
  }

  /** What was taken back, what was not and why, and the way to take that back. */
  function tell(key: SessionKey, { reverted, left, reverts }: RevertEnd): void {
    const undo = { label: text("changes.undo"), run: () => void undoReverts(key, reverts) };
    const [first] = left;
    if (first !== undefined) {
      const rest = left.length === 1 ? "" : ` ${text("change.leftMore", { count: left.length - 1 })}`;
      notify(`${leftWords(first)}${rest}`, "failed");
    }
    if (reverted.length > 0) {
      const name = revealLine(reverted[0] ?? "");
      const words = text(reverted.length === 1 ? "change.revertedOne" : "change.revertedMany", {
        name,
        count: reverted.length,
      });
      notify(words, "plain", undo);
    } else if (first === undefined) notify(text("change.nothingToRevert"));
  }

  async function undoReverts(sessionKey: SessionKey, runIds: readonly RunId[]): Promise<void> {
    const end = await client.request("changes.revert", { sessionKey, runIds: [...runIds] });
    if (!isDone(end, notify)) return;
    const [first] = end.value.left;
    if (first !== undefined) notify(leftWords(first), "failed");
  }

  return {
    revert: (runId: RunId, paths?: readonly string[]) =>
      takeBack((sessionKey) =>
        client.request("changes.revert", {
          sessionKey,
          runIds: [runId],
          ...(paths === undefined ? {} : { paths: [...paths] }),
        }),
      ),
    revertHunk: ({ runId, path }: ChosenChange, hunk: number) =>
      takeBack((sessionKey) => client.request("changes.revertHunks", { sessionKey, runId, path, hunks: [hunk] })),
    /** Asks whether files are to be as they were before a message, with what that would do. */
    async askRestore(messageId: MessageId): Promise<void> {
      const key = place.chat();
      if (key === null) return;
      const since = await client.request("changes.since", { sessionKey: key, messageId });
      if (!isDone(since, notify)) return;
      const { runs } = since.value;
      if (runs.length === 0) notify(text("change.nothingToRevert"));
      else store.setState({ restoring: { messageId, runs } });
    },
    leaveRestore: (): void => store.setState({ restoring: null }),
    async restore(messageId: MessageId): Promise<void> {
      store.setState({ restoring: null });
      await takeBack((sessionKey) => client.request("changes.restore", { sessionKey, messageId }));
    },
  };
}

function leftWords({ name, why, lines }: LeftFile): string {
  return text(`change.left.${why}`, { name: revealLine(name), lines: lines.join(", ") });
}

export type Changes = ReturnType<typeof createChanges>;

/** How many files of the chat are as the agent left them, and nobody has said yet what becomes of them. */
export function openCount({ runs }: ChangesState): number {
  if (runs.kind !== "ready") return 0;
  const open = runs.runs.flatMap(({ files }) =>
    files.filter(({ standing }) => standing === "applied" || standing === "partly").map(({ path }) => path),
  );
  return new Set(open).size;
}
