import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { type SessionKey, sessionKeyOf } from "../../src-preload/contract/ids.ts";
import type { SessionSettings } from "../../src-preload/contract/records.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { SessionDetail, SessionSummary } from "../../src-preload/contract/session.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import type { SessionRunner } from "../agent/session-runner.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Host } from "../host.ts";
import type { Session, SessionStore } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import { boundedPage } from "./bounded-page.ts";
import type { DomainHandlers } from "./router.ts";

export interface SessionHandlerDependencies {
  readonly host: Host;
  readonly loop: AgentLoop;
  readonly sessions: SessionStore;
  readonly editor: SessionEditor;
  readonly events: EventBus;
  readonly describe: (runner: SessionRunner, limit: number) => Promise<Result<SessionDetail, ContractError>>;
  readonly summarise: (runner: SessionRunner) => SessionSummary;
}

const pageSize = 50;

export function createSessionHandlers(deps: SessionHandlerDependencies): DomainHandlers<"session"> {
  const { loop, sessions, editor, events, summarise } = deps;

  async function describe(runner: SessionRunner, limit: number) {
    const described = await deps.describe(runner, limit);
    return described.ok ? ok({ ...described.value, page: boundedPage(described.value.page) }) : described;
  }

  async function edit(key: SessionKey, change: (session: Session) => Promise<Result<void, ContractError>>) {
    const runner = await loop.existing(key);
    if (!runner.ok) return runner;
    const changed = await change(runner.value.session);
    return changed.ok ? ok(runner.value) : changed;
  }

  /** Settings may be chosen before the first message: then they are what the chat begins with. */
  async function update(key: SessionKey, patch: SessionSettings) {
    const runner = await loop.runner(key);
    if (!runner.ok) return runner;
    const changed = await editor.update(runner.value.session, patch);
    return changed.ok ? ok(summarise(runner.value)) : changed;
  }

  async function editRow(key: SessionKey, change: (session: Session) => Promise<Result<void, ContractError>>) {
    const edited = await edit(key, change);
    return edited.ok ? ok(summarise(edited.value)) : edited;
  }

  return {
    async "session.create"({ channel }) {
      const runner = await loop.runner(sessionKeyOf(channel, deps.host.createId()));
      return runner.ok ? describe(runner.value, pageSize) : runner;
    },
    async "session.list"({ query, archived, cursor, limit }) {
      const listed = await sessions.list({
        archived,
        limit,
        ...(query === undefined ? {} : { query }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (!listed.ok) return listed;
      const states = new Map(loop.active().map((run) => [run.sessionKey, run.state]));
      const rows = listed.value.sessions.map((row) => ({ ...row, state: states.get(row.key) ?? row.state }));
      return ok({ sessions: rows, cursor: listed.value.cursor });
    },
    async "session.open"({ sessionKey, limit }) {
      const runner = await loop.existing(sessionKey);
      return runner.ok ? describe(runner.value, limit) : runner;
    },
    async "session.page"({ sessionKey, before, limit }) {
      const runner = await loop.existing(sessionKey);
      if (!runner.ok) return runner;
      const page = await runner.value.session.page(limit, before);
      return page.ok ? ok(boundedPage(page.value)) : page;
    },
    "session.rename": ({ sessionKey, title }) => editRow(sessionKey, (session) => editor.rename(session, title)),
    "session.update": ({ sessionKey, patch }) => update(sessionKey, patch),
    async "session.branch"({ sessionKey, messageId }) {
      const runner = await loop.existing(sessionKey);
      if (!runner.ok) return runner;
      if (runner.value.activeRun !== null) return fail(contractError("busy", text("chat.busy")));
      const moved = await editor.branch(runner.value.session, messageId);
      return moved.ok ? describe(runner.value, pageSize) : moved;
    },
    async "session.remove"({ sessionKey }) {
      const there = await sessions.find(sessionKey);
      if (!there.ok) return there;
      await loop.release(sessionKey);
      const removed = await sessions.remove(sessionKey);
      if (!removed.ok) return removed;
      events.publish({ topic: "session", type: "session-removed", sessionKey });
      return ok({ trashId: removed.value });
    },
    async "session.restore"({ sessionKey }) {
      const restored = await sessions.restore(sessionKey);
      if (!restored.ok) return restored;
      events.publish({ topic: "session", type: "session-created", sessionKey, summary: restored.value });
      return restored;
    },
  };
}
