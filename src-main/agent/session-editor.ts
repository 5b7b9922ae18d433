import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { Marker, SessionSettings } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { Session } from "../sessions/session-store.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { inForce } from "./in-force.ts";
import { settingsOfProfile } from "./profile.ts";

type Edited = AsyncResult<void>;

/** What a person changes about a chat. Each change is a marker at the end of its file; nothing is rewritten. */
export interface SessionEditor {
  rename(session: Session, title: string): Edited;
  /** A profile that is chosen brings its model with it; `not-found` where there is none of this name. */
  update(session: Session, patch: SessionSettings): Edited;
  /** Makes the branch through this message the active one, up to its newest message. */
  branch(session: Session, messageId: MessageId): Edited;
  /** Makes the user message that this one answers the tip, so that it can be answered again. */
  stepBack(session: Session, messageId: MessageId): Edited;
}

export function createSessionEditor({
  host,
  journal,
  events,
  profiles,
  settings,
}: Pick<AgentDependencies, "events" | "host" | "journal" | "profiles" | "settings">): SessionEditor {
  const timestamp = (): string => new Date(host.now()).toISOString();

  async function mark(session: Session, marker: Marker): Edited {
    const written = await journal.append(session, () => [marker]);
    if (!written.ok) return written;
    journal.changed(session);
    return ok(undefined);
  }

  async function moveHead(session: Session, messageId: MessageId): Edited {
    const written = await mark(session, { _type: "head", timestamp: timestamp(), messageId });
    if (!written.ok) return written;
    events.publish({ topic: "session", type: "branch-changed", sessionKey: session.key, head: messageId });
    return written;
  }

  /** With the model of a profile that is chosen, where the change names none, and with its mode where that is the stricter one. */
  async function withProfile(session: Session, patch: SessionSettings): AsyncResult<SessionSettings> {
    if (patch.profile === undefined) return ok(patch);
    const current = await settings.current();
    if (!current.ok) return current;
    const mode = patch.mode ?? inForce(session.settings, current.value, host.paths.userHome).mode;
    const chosen = await settingsOfProfile(profiles, patch.profile, mode);
    if (!chosen.ok) return chosen;
    const { profile, mode: stricter } = chosen.value;
    return ok({ ...chosen.value, ...patch, profile, ...(stricter == null ? {} : { mode: stricter }) });
  }

  return {
    rename: (session, title) => mark(session, { _type: "title", timestamp: timestamp(), title }),
    async update(session, patch) {
      const chosen = await withProfile(session, patch);
      return chosen.ok ? mark(session, { _type: "settings", timestamp: timestamp(), patch: chosen.value }) : chosen;
    },
    async branch(session, messageId) {
      const tip = await session.tipThrough(messageId);
      return tip.ok ? moveHead(session, tip.value) : tip;
    },
    async stepBack(session, messageId) {
      let id: MessageId | null = messageId;
      while (id !== null) {
        const found = await session.message(id);
        if (!found.ok) return found;
        if (found.value.role === "user" && found.value.hidden !== true) return moveHead(session, id);
        id = found.value.parentId;
      }
      return moveHead(session, messageId);
    },
  };
}
