import type { FileSystem } from "../storage/file-system.ts";

/** What is no file cannot be read as one: a pipe would be waited for without end, a device has none. */
export class NotAFileError extends Error {
  readonly code = "EINVAL";
}

/** The text of a small file of the home; throws where there is something else in its place. */
export async function readRegular(files: FileSystem, path: string): Promise<string> {
  if (!(await files.stat(path)).isFile()) throw new NotAFileError(`${path} is not a file`);
  return files.readFile(path, "utf8");
}
