import { z } from "../../src-preload/contract/zod.ts";

/** A file above this is not copied: a change to it cannot be taken back, and that is said before it is made. */
export const maxKeptBytes = 32 * 1024 * 1024;

/** What stands at a path, told so that it can be made again. Links are never followed. */
export const fileStateSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("absent") }),
  /** `hash`: SHA-256 of the content, in hexadecimal; `mode`: the permission bits. */
  z.object({ kind: z.literal("file"), hash: z.string(), size: z.number(), mode: z.number() }),
  z.object({ kind: z.literal("link"), target: z.string() }),
  z.object({ kind: z.literal("folder") }),
  /** Too large to be kept, or no file at all (device, pipe); `stamp` tells one from another. */
  z.object({ kind: z.literal("unkept"), size: z.number(), stamp: z.string() }),
]);
export type FileState = z.infer<typeof fileStateSchema>;

export const absent: FileState = { kind: "absent" };

/** `modes`: whether the permission bits count too. */
export function isSameState(a: FileState, b: FileState, modes = true): boolean {
  switch (a.kind) {
    case "absent":
    case "folder":
      return b.kind === a.kind;
    case "file":
      return b.kind === "file" && a.hash === b.hash && (!modes || a.mode === b.mode);
    case "link":
      return b.kind === "link" && a.target === b.target;
    case "unkept":
      return b.kind === "unkept" && a.stamp === b.stamp;
  }
}
