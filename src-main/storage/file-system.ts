import * as nodeFiles from "node:fs/promises";

/**
 * The seam to the disk: `node:fs/promises`, as much of it as the core uses. Everything that writes goes through it,
 * so that a test can make any step fail.
 */
export type FileSystem = Pick<
  typeof nodeFiles,
  | "open"
  | "readFile"
  | "writeFile"
  | "stat"
  | "lstat"
  | "readdir"
  | "mkdir"
  | "rename"
  | "unlink"
  | "rm"
  | "link"
  | "realpath"
  | "readlink"
  | "chmod"
  | "copyFile"
>;

export const nodeFileSystem: FileSystem = nodeFiles;
