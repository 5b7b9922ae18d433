import { constants } from "node:fs";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { FileSystem } from "../storage/file-system.ts";
import type { magicType } from "../tools/media-type.ts";
import { readStart } from "./read-start.ts";

interface Picture {
  /** By its bytes. */
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Why there is none, for the log. */
export type PictureReader = (path: string) => Promise<Result<Picture, string>>;

interface PictureDependencies {
  readonly files: Pick<FileSystem, "open" | "lstat">;
  readonly magicType: typeof magicType;
}

/** As much as one may be attached with. */
export const maxPictureBytes = 25 * 1024 * 1024;
/** A pipe without a writer opens at once, so that it can be refused. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Reads a picture that a chat names by its path. What lies there may have been put in its place since, and what is read
 * goes to a provider: so a link is not followed, and what is no picture by its bytes is not given out.
 */
export function createPictureReader({ files, magicType: typeOf }: PictureDependencies): PictureReader {
  return async (path) => {
    try {
      // Windows has no flag against links.
      if (!(await files.lstat(path)).isFile()) return fail("it is no file");
      await using handle = await files.open(path, flags);
      const stats = await handle.stat();
      if (!stats.isFile()) return fail("it is no file");
      if (stats.size > maxPictureBytes) return fail(`it has ${stats.size} bytes`);
      const bytes = await readStart(handle, stats.size);
      const type = typeOf(bytes);
      return type?.kind === "image" ? ok({ mediaType: type.mediaType, bytes }) : fail("its bytes are no picture");
    } catch (cause) {
      return fail(String(cause));
    }
  };
}
