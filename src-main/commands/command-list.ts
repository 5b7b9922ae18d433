import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Log } from "../host.ts";
import type { JsonFile } from "../storage/json-file.ts";
import { headOf } from "../text-ends.ts";

const listedSchema = z.object({
  /** Of the process that started it. */
  owner: z.string(),
  sessionKey: sessionKeySchema,
  id: z.string(),
  /** As the model wrote it, without keys; the start of a long one. */
  command: z.string(),
  /** The chat says that it ended with Perch. */
  isNoticed: z.boolean(),
});
type Listed = z.infer<typeof listedSchema>;

export const commandListSchema = z.object({ commands: z.array(listedSchema).default([]) });
type CommandListFile = z.infer<typeof commandListSchema>;

/** A command that an earlier process of Perch took along when it ended. */
export type LostCommand = Pick<Listed, "command" | "id" | "isNoticed">;

/**
 * The commands that stay, on the disk: what is still there when the next process looks has ended with Perch, killed or not. An
 * entry leaves once the model was told. What is wrong with the file is logged and holds no command up.
 */
export interface CommandList {
  /** It is about to be started. */
  begin(command: { readonly sessionKey: SessionKey; readonly id: string; readonly command: string }): Promise<void>;
  /** It has ended, and not because Perch does. */
  end(id: string): Promise<void>;
  /** Those of the chat that ended with an earlier process. */
  lost(sessionKey: SessionKey): Promise<readonly LostCommand[]>;
  noticed(sessionKey: SessionKey): Promise<void>;
  /** The model was told: nobody needs them any more. */
  told(sessionKey: SessionKey): Promise<void>;
}

interface CommandListParts {
  readonly file: JsonFile<CommandListFile>;
  readonly log: Log;
  /** This process. */
  readonly owner: string;
  readonly withoutKeys: (text: string) => string;
}

const maxCommandChars = 300;

export function createCommandList({ file, log, owner, withoutKeys }: CommandListParts): CommandList {
  async function update(change: (commands: readonly Listed[]) => readonly Listed[]): Promise<void> {
    const written = await file.update(({ commands }) => ({ commands: [...change(commands)] }));
    if (!written.ok) log("warn", "the list of running commands was not kept", { reason: written.error.message });
  }

  /** What this process has not started, of a chat. */
  const isLost = (one: Listed, sessionKey: SessionKey): boolean => one.owner !== owner && one.sessionKey === sessionKey;

  async function lost(sessionKey: SessionKey): Promise<readonly Listed[]> {
    const read = await file.read();
    if (read.ok) return read.value.commands.filter((one) => isLost(one, sessionKey));
    log("warn", "the list of running commands cannot be read", { reason: read.error.message });
    return [];
  }

  return {
    lost,
    async begin({ sessionKey, id, command }) {
      // It ends with its chat, of which nothing is kept.
      if (isPrivateKey(sessionKey)) return;
      const shown = headOf(withoutKeys(command), maxCommandChars);
      await update((all) => [...all, { owner, sessionKey, id, command: shown, isNoticed: false }]);
    },
    end: (id) => update((all) => all.filter((one) => one.owner !== owner || one.id !== id)),
    noticed: (sessionKey) =>
      update((all) => all.map((one) => (isLost(one, sessionKey) ? { ...one, isNoticed: true } : one))),
    async told(sessionKey) {
      if ((await lost(sessionKey)).length === 0) return;
      await update((all) => all.filter((one) => !isLost(one, sessionKey)));
    },
  };
}
