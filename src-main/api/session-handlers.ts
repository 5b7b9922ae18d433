import { contractError } from "../../src-preload/contract/errors.ts";
import { type SessionKey, sessionKeyOf } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FoundWords, RunningStep, SessionDetail, SessionSummary } from "../../src-preload/contract/session.ts";
import { isPrivateKey, privatePrefix } from "../../src-preload/contract/session-key.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import type { SessionRunner } from "../agent/session-runner.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { DraftStore } from "../drafts/draft-store.ts";
import type { Host } from "../host.ts";
import type { Session, SessionStore } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import { boundedPage } from "./bounded-page.ts";
import type { DomainHandlers } from "./router.ts";
import type { TransferRoute } from "./transfer-handlers.ts";

export interface SessionHandlerDependencies {
  readonly host: Host;
  readonly loop: AgentLoop;
  readonly sessions: SessionStore;
  /** A chat's draft goes and comes with it. */
  readonly drafts: () => Promise<Pick<DraftStore, "toTrash" | "fromTrash">>;
  readonly editor: SessionEditor;
  readonly events: EventBus;
  /** Ends the commands that stay, of a chat. */
  readonly endCommands: (key: SessionKey) => Promise<void>;
  readonly describe: (runner: SessionRunner, limit: number) => AsyncResult<SessionDetail>;
  readonly summarise: (runner: SessionRunner) => SessionSummary;
  readonly findWords: (session: Session, query: string) => AsyncResult<FoundWords>;
  /** What the run of a chat does now. */
  readonly stepOf: (key: SessionKey) => RunningStep | null;
}

const pageSize = 50;

export function createSessionHandlers(
  deps: SessionHandlerDependencies,
): Omit<DomainHandlers<"session">, TransferRoute> {
  const { loop, sessions, editor, events, summarise } = deps;

  async function describe(runner: SessionRunner, limit: number) {
    const described = await deps.describe(runner, limit);
    return described.ok ? ok({ ...described.value, page: boundedPage(described.value.page) }) : described;
  }

  async function edited(runner: SessionRunner, change: (session: Session) => AsyncResult<void>) {
    const changed = await change(runner.session);
    return changed.ok ? ok(summarise(runner)) : changed;
  }

  return {
    "session.create": ({ channel, isPrivate }) =>
      loop.begin(sessionKeyOf(channel, `${isPrivate ? privatePrefix : ""}${deps.host.createId()}`), (runner) =>
        describe(runner, pageSize),
      ),
    async "session.list"({ query, archived, attended, cursor, limit }) {
      const listed = await sessions.list({
        archived,
        attended,
        limit,
        ...(query === undefined ? {} : { query }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (!listed.ok) return listed;
      const states = new Map(loop.active().map((run) => [run.sessionKey, run.state]));
      const isFirst = query === undefined && !archived && cursor === undefined;
      const rows = [...(isFirst ? sessions.privates() : []), ...listed.value.sessions].map((row) => {
        const step = deps.stepOf(row.key);
        return { ...row, state: states.get(row.key) ?? row.state, ...(step === null ? {} : { step }) };
      });
      return ok({ sessions: rows, cursor: listed.value.cursor });
    },
    "session.open": ({ sessionKey, limit }) => loop.use(sessionKey, (runner) => describe(runner, limit)),
    async "session.page"({ sessionKey, before, limit }) {
      const page = await loop.use(sessionKey, ({ session }) => session.page(limit, before));
      return page.ok ? ok(boundedPage(page.value)) : page;
    },
    "session.rename": ({ sessionKey, title }) =>
      loop.use(sessionKey, (runner) => edited(runner, (session) => editor.rename(session, title))),
    // Settings may be chosen before the first message: then they are what the chat begins with.
    "session.update": ({ sessionKey, patch }) =>
      loop.begin(sessionKey, (runner) => edited(runner, (session) => editor.update(session, patch))),
    "session.branch": ({ sessionKey, messageId }) =>
      loop.use(sessionKey, async (runner) => {
        if (runner.activeRun !== null) return fail(contractError("busy", text("chat.busy")));
        const moved = await editor.branch(runner.session, messageId);
        return moved.ok ? describe(runner, pageSize) : moved;
      }),
    "session.remove": ({ sessionKey }) => remove(deps, sessionKey),
    async "session.restore"({ sessionKey, trashId }) {
      const restored = await sessions.restore(sessionKey, trashId);
      if (!restored.ok) return restored;
      await (await deps.drafts()).fromTrash(sessionKey);
      events.publish({ topic: "session", type: "session-created", sessionKey, summary: restored.value });
      return restored;
    },
    async "session.trash"({ limit }) {
      const trashed = await sessions.trashed(limit);
      return trashed.ok ? ok({ chats: trashed.value }) : trashed;
    },
    async "session.erase"({ trashId }) {
      const erased = await sessions.erase(trashId);
      return erased.ok ? ok({ erased: erased.value }) : erased;
    },
    "session.find": ({ sessionKey, query }) => loop.use(sessionKey, ({ session }) => deps.findWords(session, query)),
  };
}

/** Into the trash; what is private is gone. */
async function remove(
  { sessions, loop, drafts, endCommands, events }: SessionHandlerDependencies,
  sessionKey: SessionKey,
): AsyncResult<{ trashId: string }> {
  const there = await sessions.view(sessionKey);
  if (!there.ok) return there;
  await loop.release(sessionKey);
  // What a command did would be written down after its chat is gone.
  if (isPrivateKey(sessionKey)) await endCommands(sessionKey);
  const removed = await sessions.remove(sessionKey);
  if (!removed.ok) return removed;
  if (!isPrivateKey(sessionKey)) await (await drafts()).toTrash(sessionKey);
  events.publish({ topic: "session", type: "session-removed", sessionKey });
  return ok({ trashId: removed.value });
}
