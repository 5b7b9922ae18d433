import { join } from "node:path";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { createFileWatch } from "../files/watch-file.ts";
import type { FolderTrust } from "../policy/folder-trust.ts";
import type { RuleStore } from "../policy/rule-store.ts";
import type { Core } from "./core.ts";

interface Watched {
  readonly rules: Pick<RuleStore, "list">;
  readonly trust: Pick<FolderTrust, "list">;
  /** Told where what the files say is another thing than at the last look. */
  readonly changed: () => void;
}

/** Notices, from the first look on, that somebody edits `rules.json` or `trust.json` by hand. */
export function watchPermissions(core: Core, { rules, trust, changed }: Watched) {
  const { host, files, watchFolder } = core;
  const watchOf = (name: string, read: () => AsyncResult<unknown>) =>
    createFileWatch({
      path: join(host.paths.home, name),
      files,
      log: host.log,
      watchFolder,
      onChange: createLook(read, changed),
    });
  const watches = [
    watchOf("rules.json", async () => {
      const listed = await rules.list();
      // Uses are counted all the time, and tell of nobody's edit.
      return listed.ok ? { ok: true, value: listed.value.map((rule) => ({ ...rule, uses: 0, usedAt: null })) } : listed;
    }),
    watchOf("trust.json", trust.list),
  ];
  return {
    begin(): void {
      for (const watch of watches) watch.begin();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(watches.map((watch) => watch[Symbol.asyncDispose]()));
    },
  };
}

function createLook(read: () => AsyncResult<unknown>, changed: () => void): () => void {
  let seen: string | null = null;
  return () =>
    void read().then((now) => {
      const facts = JSON.stringify(now.ok ? now.value : now.error.message);
      if (facts === seen) return;
      seen = facts;
      changed();
    });
}
