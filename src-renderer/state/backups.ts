import { createStore } from "zustand/vanilla";
import type { BackupRow, BackupsView, BackupWork, RestorePreview } from "../../src-preload/contract/backups.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

/** A restore, from its question to the window's own new start. */
export type Restoring =
  | { readonly kind: "none" }
  | { readonly kind: "looking"; readonly backup: BackupRow }
  /** `problem`: why the last try changed nothing. */
  | {
      readonly kind: "asked";
      readonly backup: BackupRow;
      readonly preview: RestorePreview;
      readonly problem: string | null;
    }
  | { readonly kind: "refused"; readonly backup: BackupRow; readonly message: string }
  | { readonly kind: "on"; readonly backup: BackupRow; readonly preview: RestorePreview }
  | { readonly kind: "starting"; readonly backup: BackupRow };

export interface BackupsState {
  readonly shown: Load<{ readonly view: BackupsView }>;
  readonly work: BackupWork | null;
  /** Why the last one that the person asked for was not made. */
  readonly problem: string | null;
  readonly restoring: Restoring;
}

interface BackupsParts {
  /** What the window knows is of another home then. */
  readonly reload: () => void;
}

/** The backups that there are, making one, and putting one in the place of the present. */
export function createBackups(client: AgentClient, { reload }: BackupsParts) {
  const store = createStore<BackupsState>(() => ({
    shown: { kind: "loading" },
    work: null,
    problem: null,
    restoring: { kind: "none" },
  }));
  const crossing = createCrossing();
  const restoring = (): Restoring => store.getState().restoring;

  async function load(): Promise<void> {
    const came = await crossing.ask(() => client.request("backups.list", {}));
    if (came === null) return;
    const { answer } = came;
    store.setState({ shown: loaded(answer, (view) => ({ view })), work: answer.ok ? answer.value.work : null });
  }

  return {
    store,
    load,
    async make(): Promise<void> {
      store.setState({ problem: null });
      const made = await client.request("backups.make", {});
      const isStopped = !made.ok && made.error.code === "cancelled";
      store.setState({ problem: made.ok || isStopped ? null : made.error.message });
    },
    async stop(): Promise<void> {
      await client.request("backups.stop", {});
    },
    async look(backup: BackupRow): Promise<void> {
      store.setState({ restoring: { kind: "looking", backup } });
      const looked = await client.request("backups.preview", { id: backup.id });
      const now = restoring();
      if (now.kind !== "looking" || now.backup.id !== backup.id) return;
      const next: Restoring = looked.ok
        ? { kind: "asked", backup, preview: looked.value, problem: looked.value.obstacle }
        : { kind: "refused", backup, message: looked.error.message };
      store.setState({ restoring: next });
    },
    /** Nothing was changed; a restore that is on is stopped, one that is done is not. */
    leave(): void {
      const { kind } = restoring();
      if (kind === "on") void client.request("backups.stop", {});
      else if (kind !== "starting") store.setState({ restoring: { kind: "none" } });
    },
    async restore(): Promise<void> {
      const now = restoring();
      if (now.kind !== "asked") return;
      const { backup, preview } = now;
      store.setState({ restoring: { kind: "on", backup, preview } });
      const restored = await client.request("backups.restore", { id: backup.id, stopRuns: true });
      const problem = restored.ok ? null : restored.error.message;
      store.setState({
        restoring: restored.ok ? { kind: "starting", backup } : { kind: "asked", backup, preview, problem },
      });
    },
    apply(events: readonly PerchEvent[]): void {
      crossing.note(events);
      const last = events.findLast((event) => event.type === "backup-work");
      if (last?.type === "backup-work") store.setState({ work: last.work });
      if (events.some(({ type }) => type === "backups-changed")) void load();
    },
    async reset(): Promise<void> {
      if (restoring().kind === "starting") return reload();
      await load();
    },
  };
}

export type Backups = ReturnType<typeof createBackups>;
