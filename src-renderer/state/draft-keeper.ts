import { createStore } from "zustand/vanilla";
import { draftChars, maxMessageChars } from "../../src-preload/contract/bounds.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isSessionKey } from "../../src-preload/contract/session-key.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { createDraftWriter, type DraftWriter, type Kept } from "./draft-writer.ts";
import { type Draft, type Drafts, emptyDraft, isEmpty, without } from "./drafts.ts";
import { leaveDrafts, takeOverDrafts } from "./left-drafts.ts";
import type { OpenChat } from "./open-chat.ts";

interface KeeperState {
  /** By chat: why what is typed there is not kept. */
  readonly problems: Readonly<Record<string, string>>;
}

interface Needed {
  readonly client: AgentClient;
  readonly drafts: Drafts;
  readonly chat: OpenChat;
}

/** Stands for what the agent has where that is not known: no draft is the same. */
const unknown: Draft = { text: "", media: [] };

/** The agent's form of a draft, which may be changed by whoever gets it. */
function formOf({ text: words, media, replaces, aside }: Draft) {
  const copy = (one: Omit<Draft, "aside">) => ({ ...one, media: [...one.media] });
  const own = copy({ text: words, media, ...(replaces === undefined ? {} : { replaces }) });
  return aside === undefined ? own : { ...own, aside: aside.map(copy) };
}

/** In front of what was typed before the agent told what it has. */
function joined(kept: Draft, typed: Draft): Draft {
  if (typed === emptyDraft || kept.text === typed.text) return kept;
  return { ...kept, text: `${kept.text}${typed.text}`, media: [...kept.media, ...typed.media] };
}

/** What the agent has of each chat that was read, and the writers that bring it the rest. */
function createKeeping({ client, drafts }: Needed, by: string) {
  const store = createStore<KeeperState>(() => ({ problems: {} }));
  const known = new Map<SessionKey, Draft>();
  const writers = new Map<SessionKey, DraftWriter>();
  /** Messages that are on their way. */
  const held = new Map<SessionKey, Draft>();

  function tell(key: SessionKey, problem: string | null): void {
    const { [key]: before, ...others } = store.getState().problems;
    if (before !== (problem ?? undefined)) {
      store.setState({ problems: problem === null ? others : { ...others, [key]: problem } });
    }
  }

  const isDirty = (key: SessionKey): boolean => known.has(key) && known.get(key) !== drafts.of(key);

  const dirty = (): readonly SessionKey[] => [...known.keys()].filter(isDirty);

  async function write(key: SessionKey): Promise<Kept> {
    const draft = drafts.of(key);
    if (draftChars(draft) > maxMessageChars) {
      tell(key, text("composer.tooLong", { most: maxMessageChars }));
      return "refused";
    }
    const saved = await client.request("drafts.save", { sessionKey: key, draft: formOf(draft), by });
    if (!known.has(key)) return "kept";
    if (saved.ok) known.set(key, draft);
    else if (saved.error.code === "disconnected") return "lost";
    tell(key, saved.ok ? null : text("composer.notKept", { reason: saved.error.message }));
    return saved.ok ? "kept" : "refused";
  }

  function writerOf(key: SessionKey): DraftWriter {
    const made = writers.get(key) ?? createDraftWriter({ isDirty: () => isDirty(key), write: () => write(key) });
    writers.set(key, made);
    return made;
  }

  return {
    store,
    known,
    held,
    isDirty,
    writerOf,
    tell,
    dirty,
    /** What the agent does not have, also of chats whose draft was not read yet; but no message that is on its way. */
    unkept(): Readonly<Record<string, Draft>> {
      const typed = Object.keys(drafts.store.getState().drafts)
        .filter(isSessionKey)
        .filter((key) => !known.has(key));
      return Object.fromEntries(
        [...typed, ...dirty()].flatMap((key) => {
          const sent = held.get(key);
          const draft = sent === undefined ? drafts.of(key) : without(drafts.of(key), sent);
          return sent !== undefined && isEmpty(draft) ? [] : [[key, draft]];
        }),
      );
    },
    /** The agent took the draft away; what was on its way to it then may have come after that. */
    sent(key: SessionKey, wasWriting: boolean): void {
      if (!known.has(key)) return;
      known.set(key, !wasWriting && drafts.of(key) === emptyDraft ? emptyDraft : unknown);
    },
    /** It is read again when its chat is opened. */
    forget(key: SessionKey): void {
      known.delete(key);
      writers.delete(key);
      tell(key, null);
      drafts.forget(key);
    },
  };
}

type Keeping = ReturnType<typeof createKeeping>;

/** Takes over what the agent has. */
function createReading({ client, drafts }: Needed, { known, isDirty, writerOf, tell }: Keeping) {
  const asked = new Map<SessionKey, number>();

  async function read(key: SessionKey): Promise<void> {
    const own = (asked.get(key) ?? 0) + 1;
    asked.set(key, own);
    const answer = await client.request("drafts.read", { sessionKey: key });
    if (asked.get(key) !== own) return;
    asked.delete(key);
    if (!answer.ok && answer.error.code === "disconnected") return;
    if (!answer.ok) tell(key, answer.error.message);
    take(key, answer.ok ? answer.value.draft : null);
  }

  function take(key: SessionKey, kept: Draft | null): void {
    const isFirst = !known.has(key);
    // It was typed in meanwhile: that is written, and is the last word.
    if (!isFirst && isDirty(key)) return;
    known.set(key, kept ?? emptyDraft);
    if (kept !== null) drafts.set(key, isFirst ? joined(kept, drafts.of(key)) : kept);
    else if (!isFirst) drafts.forget(key);
    writerOf(key).touch();
  }

  return {
    read,
    /** Reads it unless that is known or on its way. */
    async need(key: SessionKey): Promise<void> {
      if (!known.has(key) && !asked.has(key)) await read(key);
    },
  };
}

/** What other windows write, and what of it can be shown now. */
function createFollowing(
  { chat }: Needed,
  { known, isDirty, forget }: Keeping,
  read: (key: SessionKey) => Promise<void>,
) {
  /** Somebody is in the composer of the open chat: nothing is replaced there. */
  let isFocused = false;
  /** Another window wrote in these meanwhile. */
  const stale = new Set<SessionKey>();
  let shown: SessionKey | null = null;

  function changed(key: SessionKey): void {
    if (!known.has(key) || isDirty(key)) return;
    if (key !== shown) forget(key);
    else if (isFocused) stale.add(key);
    else void read(key);
  }
  function catchUp(): void {
    const keys = [...stale];
    stale.clear();
    for (const key of keys) changed(key);
  }

  chat.store.subscribe((now) => {
    const key = now.kind === "none" ? null : now.key;
    const isAnother = key !== shown;
    shown = key;
    if (isAnother) catchUp();
  });

  return {
    changed,
    catchUp,
    setFocused(now: boolean): void {
      isFocused = now;
    },
  };
}

/** Keeps what is typed with the agent, and shows what the agent has: also what another window wrote. */
export function createDraftKeeper(needed: Needed) {
  const { client, drafts, chat } = needed;
  const by = crypto.randomUUID();
  const keeping = createKeeping(needed, by);
  const { known, held, writerOf, sent, unkept } = keeping;
  const { read, need } = createReading(needed, keeping);
  const { changed, catchUp, setFocused } = createFollowing(needed, keeping, read);
  const taken = takeOverDrafts(client, by);

  async function needOpen(): Promise<void> {
    await taken();
    const now = chat.store.getState();
    if (now.kind !== "none") await need(now.key);
  }
  const flush = async (): Promise<void> => {
    await Promise.all(keeping.dirty().map((key) => writerOf(key).flush()));
  };

  drafts.store.subscribe(() => {
    for (const key of keeping.dirty()) writerOf(key).touch();
  });
  chat.store.subscribe((now) => {
    if (now.kind !== "none" && !known.has(now.key)) void needOpen();
  });

  return {
    store: keeping.store,
    /** This window, as its writings are marked. */
    by,
    flush,
    /** The page is being closed: what cannot be brought to the agent any more stays in the browser until the next page. */
    leave(): void {
      leaveDrafts(unkept());
      void flush();
    },
    focus: (): void => setFocused(true),
    blur(): void {
      setFocused(false);
      void flush().then(catchUp);
    },
    /** Nothing is written while a message is on its way; the answer is called when what became of it is known. */
    hold(key: SessionKey, message: Draft): (how: "sent" | "not-sent") => void {
      const release = writerOf(key).hold();
      held.set(key, message);
      return (how) => {
        const wasWriting = release();
        held.delete(key);
        if (how === "sent") sent(key, wasWriting);
        writerOf(key).touch();
      };
    },
    apply(events: readonly PerchEvent[]): void {
      for (const event of events) {
        if (event.type === "draft-changed" && event.by !== by) changed(event.sessionKey);
        else if (event.type === "session-removed") keeping.forget(event.sessionKey);
      }
    },
    /** The line is back. */
    retry(): void {
      for (const key of known.keys()) writerOf(key).retry();
      void needOpen();
    },
    /** Events were missed: what the agent has may be another. */
    reset(): void {
      for (const key of [...known.keys()]) changed(key);
    },
  };
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;
