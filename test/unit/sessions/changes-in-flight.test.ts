import { appendFile, readFile, rename, truncate, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FileSystem, nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import {
  assistant,
  conversation,
  createHome,
  idsOf,
  keyOf,
  linesOf,
  metadata,
  queued,
  unwrap,
  user,
} from "./fixture.ts";

const key = "desktop:1";

/** A file system in which another program comes right before or right after one write. */
function disturbedFiles() {
  let disturb: { at: "before" | "after"; act: () => Promise<void> } | null = null;
  const comes = async (moment: "before" | "after"): Promise<void> => {
    if (disturb?.at !== moment) return;
    const { act } = disturb;
    disturb = null;
    await act();
  };
  const files: FileSystem = {
    ...nodeFileSystem,
    open: async (...values) => {
      const handle = await nodeFileSystem.open(...values);
      const write = handle.write.bind(handle);
      return Object.assign(handle, {
        write: async (bytes: Buffer) => {
          await comes("before");
          const written = await write(bytes);
          await comes("after");
          return written;
        },
      });
    },
  };
  const arm = (next: NonNullable<typeof disturb>): void => {
    disturb = next;
  };
  return { files, arm };
}

const acts: Readonly<Record<string, (path: string, folder: string) => Promise<void>>> = {
  "cuts it to nothing": (path) => truncate(path, 0),
  "cuts it in a record": async (path) => truncate(path, Math.floor((await readFile(path)).length / 2)),
  "cuts the last byte": async (path) => truncate(path, (await readFile(path)).length - 1),
  "adds a record": (path) => appendFile(path, linesOf([user("theirs", "m1")])),
  "adds a torn record": (path) => appendFile(path, '{"id":"theirs","parentId":"m1","cont'),
  "writes its beginning again": async (path) => writeFile(path, (await readFile(path)).subarray(0, 900)),
  "deletes it": (path) => unlink(path),
  "replaces it": async (path, folder) => {
    await writeFile(join(folder, "beside"), `${metadata(key)}\n`);
    await rename(join(folder, "beside"), path);
  },
};

describe("a file that another program changes at the moment of a write", () => {
  test.each(Object.keys(acts))("holds everything once the write is acknowledged, whoever %s", async (name) => {
    for (const at of ["before", "after"] as const) {
      const home = await createHome();
      const { files, arm } = disturbedFiles();
      const session = unwrap(await home.store({ files }).open(keyOf(key)));
      for (const message of conversation(4)) unwrap(await session.append([message]));
      arm({ at, act: async () => acts[name]?.(home.pathOf(key), home.folder) });
      unwrap(await session.append([user("next", "m7"), queued("q1")]));
      // As after a kill: nothing looks at the file any more.
      const again = await home.reload(key);
      expect(idsOf(again.context), at).toEqual([...idsOf(conversation(4)), "next"]);
      expect([again.head, idsOf(again.queue)], at).toEqual([session.head, ["q1"]]);
      expect(unwrap(await session.page(9)).messages, at).toHaveLength(9);
      unwrap(await session.append([assistant("answer", "next")]));
      expect(idsOf((await home.reload(key)).context), at).toEqual(idsOf(session.context));
    }
  });
});
