import { createStore, type StoreApi } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isUnheard } from "../../src-preload/contract/recordings.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import type { Agent } from "./agent.ts";
import { attachFiles, type DivideFile } from "./attach-files.ts";
import { createPicks } from "./composer-picks.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import { type Draft, type Drafts, isEmpty } from "./drafts.ts";
import { createFileFinder } from "./file-finder.ts";
import { commandAt, mentionAt, skillAt } from "./mention.ts";
import type { Notify } from "./notices.ts";
import { createSending, type Waiting } from "./send-message.ts";
import type { Skills } from "./skills.ts";

export interface ComposerState {
  /** Where the caret stands in what is being written. */
  readonly caret: number;
  /** Where the word begins whose list of what fits was closed; null where none was. */
  readonly closedAt: number | null;
  /** Rises when the field is to take the focus. */
  readonly focusAsked: number;
  /** Chats whose message is on its way to the disk. */
  readonly sending: readonly SessionKey[];
  /** Of these the ones that wait for the line to the agent. */
  readonly waiting: Waiting;
}

const mostFiles = 8;

interface Needed {
  readonly client: AgentClient;
  readonly agent: Agent;
  readonly drafts: Drafts;
  readonly keeper: DraftKeeper;
  readonly notify: Notify;
  /** What a `/` or a `$` may call. */
  readonly skills?: Pick<Skills, "load">;
  readonly voice?: {
    /** Puts the recordings of a draft into words before it goes; false where it cannot go yet. */
    readonly hear: (key: SessionKey) => Promise<boolean>;
    /** Recordings that are too large are cut. */
    readonly divide: DivideFile;
  };
}

type Written = Pick<Needed, "client" | "drafts" | "skills"> & { readonly store: StoreApi<ComposerState> };

/** The text, the caret in it, and the files behind an `@`. */
function createWriting({ client, drafts, skills, store }: Written) {
  const files = createFileFinder(client, mostFiles);
  const change = (key: SessionKey, part: Partial<Draft>): void => drafts.set(key, { ...drafts.of(key), ...part });
  const focus = (): void => store.setState(({ focusAsked }) => ({ focusAsked: focusAsked + 1 }));
  /** The field takes the focus, with the caret behind all that stands there. */
  const focusEnd = (key: SessionKey): void => {
    store.setState({ caret: drafts.of(key).text.length });
    focus();
  };

  /** The chat in which the caret stands. */
  let caretIn: SessionKey | null = null;

  async function moveCaret(key: SessionKey, caret: number): Promise<void> {
    caretIn = key;
    const { text: words } = drafts.of(key);
    const mention = mentionAt(words, caret);
    const call = mention === null ? (commandAt(words, caret) ?? skillAt(words, caret)) : null;
    const start = (mention ?? call)?.start ?? null;
    // As a name is begun: what is typed of it then only chooses among them.
    if (call?.query === "") void skills?.load();
    store.setState(({ closedAt }) => ({ caret, closedAt: start === closedAt ? closedAt : null }));
    if (mention === null) files.clear();
    else await files.find(key, mention.query);
  }

  async function write(key: SessionKey, words: string, caret: number): Promise<void> {
    change(key, { text: words });
    await moveCaret(key, caret);
  }

  /** At the caret, apart from the words around it; behind all of them where the caret is in another chat. */
  function insert(key: SessionKey, words: string): void {
    const { text: before } = drafts.of(key);
    const caret = caretIn === key ? store.getState().caret : before.length;
    const [left, right] = [before.slice(0, caret), before.slice(caret)];
    const start = `${left}${/\S$/.test(left) ? " " : ""}${words}`;
    change(key, { text: `${start}${/^\S/.test(right) ? " " : ""}${right}` });
    if (caretIn !== key) return;
    void moveCaret(key, start.length);
    focus();
  }

  return {
    files: files.store,
    focus,
    moveCaret,
    write,
    /** Something to begin with, behind what stands there. */
    begin(key: SessionKey, words: string): void {
      drafts.begin(key, words);
      focusEnd(key);
    },
    insert,
    /** A file of the work folder, as an `@` word, where the caret is; the field takes the focus. */
    mentionPath(key: SessionKey, path: string): void {
      insert(key, `@${path} `);
      if (caretIn !== key) focusEnd(key);
    },
    /** Behind what stands there. */
    append(key: SessionKey, words: string): void {
      change(key, { text: `${drafts.of(key).text}${words}` });
    },
    /** Takes a message up again: sending makes a sibling of the one that it replaces. */
    edit(key: SessionKey, draft: Draft): void {
      drafts.edit(key, draft);
      focusEnd(key);
    },
    /** Begins to name a file, behind what stands there. */
    async mention(key: SessionKey): Promise<void> {
      const { text: words } = drafts.of(key);
      const written = write(key, `${words}@`, words.length + 1);
      focus();
      await written;
    },
    /** The person wants no list for the word that begins there. */
    closeList: (start: number): void => store.setState({ closedAt: start }),
    ...createPicks({ drafts, store, focus, write }),
  };
}

/** Where the person writes: the draft as it is typed, what goes along with it, and its way to the agent. */
export function createComposer({ client, agent, drafts, keeper, notify, voice, skills }: Needed) {
  const store = createStore<ComposerState>(() => ({
    caret: 0,
    closedAt: null,
    focusAsked: 0,
    sending: [],
    waiting: {},
  }));
  const sending = createSending({ client, agent, drafts, keeper, store });

  /** Null where it cannot go yet, or the person kept it after all. */
  async function sendHeard(sessionKey: SessionKey, whenBusy: "steer" | "queue") {
    const isUnread = drafts.of(sessionKey).media.some(isUnheard);
    if (voice !== undefined && isUnread && !(await voice.hear(sessionKey))) return null;
    return sending.send(sessionKey, whenBusy);
  }

  const writing = createWriting({ client, drafts, store, ...(skills === undefined ? {} : { skills }) });
  return {
    store,
    keep: sending.keep,
    leave: sending.leave,
    ...writing,
    async attach(key: SessionKey, chosen: readonly File[]): Promise<void> {
      const added = await attachFiles(chosen, key, { client, notify, divide: voice?.divide });
      const draft = drafts.of(key);
      if (added.length > 0) drafts.set(key, { ...draft, media: [...draft.media, ...added] });
    },
    detach(key: SessionKey, path: string): void {
      const draft = drafts.of(key);
      drafts.set(key, { ...draft, media: draft.media.filter((media) => media.path !== path) });
    },
    /** The earlier message stays as it is; what was written for it can be had back. */
    leaveEdit(key: SessionKey): void {
      const draft = drafts.take(key);
      writing.focus();
      notify(text("composer.editLeft"), "plain", {
        label: text("action.undo"),
        run: () => drafts.putBack(key, draft),
      });
    },
    async send(sessionKey: SessionKey, whenBusy: "steer" | "queue"): Promise<void> {
      if (isEmpty(drafts.of(sessionKey))) return;
      if (store.getState().sending.includes(sessionKey)) return sending.sendNext(sessionKey, whenBusy);
      store.setState(({ sending: others }) => ({ sending: [...others, sessionKey] }));
      const sent = await sendHeard(sessionKey, whenBusy);
      store.setState(({ sending: all }) => ({ sending: all.filter((key) => key !== sessionKey) }));
      if (sent === null || sent.ok) return;
      const hasModel = agent.store.getState().settings?.agents.defaults.model != null;
      const asksForModel = sent.error.code === "no-model" && !hasModel;
      notify(asksForModel ? text("composer.chooseModel") : sent.error.message, "failed");
    },
  };
}

export type Composer = ReturnType<typeof createComposer>;
