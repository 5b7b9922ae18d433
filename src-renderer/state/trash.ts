import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { TrashedChat } from "../../src-preload/contract/session.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Chats } from "./chats.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

interface TrashState {
  readonly shown: Load<{ readonly chats: readonly TrashedChat[] }>;
  /** The person is asked whether this is deleted for ever; null for nothing, `all` for all of it. */
  readonly asked: TrashedChat | "all" | null;
}

/** The chats of the trash: read while the list shows them, put back, deleted for ever. */
export function createTrash(client: AgentClient, chats: Chats, notify: Notify) {
  const store = createStore<TrashState>(() => ({ shown: { kind: "loading" }, asked: null }));
  const crossing = createCrossing();
  const isShown = (): boolean => chats.store.getState().filter === "trash";

  async function load(): Promise<void> {
    const came = await crossing.ask(() => client.request("session.trash", {}));
    if (came !== null) store.setState({ shown: loaded(came.answer, ({ chats: trashed }) => ({ chats: trashed })) });
  }

  chats.store.subscribe(({ filter }, before) => {
    if (filter !== before.filter && filter === "trash") void load();
  });

  return {
    store,
    load,
    async restore({ key, trashId }: TrashedChat): Promise<void> {
      isDone(await client.request("session.restore", { sessionKey: key, trashId }), notify);
    },
    ask: (asked: TrashState["asked"]): void => store.setState({ asked }),
    /** What was asked about is deleted for ever; what is wrong with that, or null. */
    async erase(): Promise<string | null> {
      const { asked } = store.getState();
      if (asked === null) return null;
      const erased = await client.request("session.erase", { trashId: asked === "all" ? null : asked.trashId });
      if (!erased.ok) return erased.error.message;
      store.setState({ asked: null });
      await load();
      return null;
    },
    apply(events: readonly PerchEvent[]): void {
      crossing.note(events);
      const isTouched = events.some(({ type }) => type === "session-removed" || type === "session-created");
      if (isTouched && isShown()) void load();
    },
    async reset(): Promise<void> {
      if (isShown()) await load();
    },
  };
}
