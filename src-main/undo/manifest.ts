import { runIdSchema, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { type FileState, fileStateSchema, isSameState } from "./file-state.ts";

/*
 * What a run did to files, a line of JSON a fact, in the order in which it happened. A `before` is on the disk before the
 * write it tells of. A revert writes a manifest too, with `of` naming what it takes back.
 */

const runLine = z.object({
  type: z.literal("run"),
  version: z.literal(1),
  runId: runIdSchema,
  sessionKey: sessionKeySchema,
  workFolder: z.string(),
  author: z.enum(["agent", "you"]),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** What this takes back. */
  of: runIdSchema.optional(),
  /** Of a revert: how many paths it takes back. With fewer lines it had not begun. */
  steps: z.number().optional(),
});
type RunLine = z.infer<typeof runLine>;

const byTool = z.enum(["tool", "command"]);
const beforeLine = z.object({
  type: z.literal("before"),
  path: z.string(),
  /** The folder that nothing of this may lead out of. */
  root: z.string(),
  state: fileStateSchema,
  /** What is about to stand there, as far as it is known; it decides after a kill. */
  next: fileStateSchema.optional(),
  /** Of a revert that went around what somebody else wrote: what it leaves of Perch's own change, without theirs. */
  left: fileStateSchema.optional(),
  by: byTool,
});
type BeforeLine = z.infer<typeof beforeLine>;

const manifestLineSchema = z.discriminatedUnion("type", [
  runLine,
  beforeLine,
  z.object({ type: z.literal("after"), path: z.string(), state: fileStateSchema }),
  /** Somebody else's doing while a command ran: told, never reverted. */
  z.object({ type: z.literal("foreign"), path: z.string() }),
  /** A command that cannot be taken back, and the key of why. */
  z.object({ type: z.literal("untracked"), why: z.string() }),
  z.object({ type: z.literal("kept"), path: z.string(), kept: z.boolean() }),
  /** All that was begun is done. */
  z.object({ type: z.literal("end") }),
]);
export type ManifestLine = z.infer<typeof manifestLineSchema>;

/** What a run did to one path, from its first write to its last. */
export interface PathChange {
  readonly path: string;
  readonly root: string;
  readonly before: FileState;
  /** What the last write found. */
  readonly found: FileState;
  /** Null: a write was begun and its end is not known. */
  readonly after: FileState | null;
  readonly next: FileState | null;
  /** What is left of Perch's change, where `next` holds what somebody else wrote as well. */
  readonly left: FileState | null;
  readonly by: z.infer<typeof byTool>;
  /** Somebody else wrote between two writes of the run: `before` is what they left. */
  readonly isMixed: boolean;
  readonly isKept: boolean;
}

export interface RunChanges extends Omit<RunLine, "type" | "version"> {
  readonly paths: ReadonlyMap<string, PathChange>;
  readonly foreign: ReadonlySet<string>;
  readonly untracked: readonly string[];
  readonly isEnded: boolean;
}

/** The facts of a manifest, added up; null where its first line cannot be read. Lines that are torn are passed over. */
export function readManifest(text: string): RunChanges | null {
  const lines = text.split("\n").flatMap(parseLine);
  const head = lines.find((line) => line.type === "run");
  if (head === undefined) return null;
  const paths = new Map<string, PathChange>();
  const foreign = new Set<string>();
  for (const line of lines) {
    switch (line.type) {
      case "before":
        paths.set(line.path, begun(paths.get(line.path), line));
        break;
      case "after":
      case "kept": {
        const known = paths.get(line.path);
        if (known === undefined) break;
        paths.set(line.path, { ...known, ...(line.type === "after" ? { after: line.state } : { isKept: line.kept }) });
        break;
      }
      case "foreign":
        foreign.add(line.path);
        break;
      default:
        break;
    }
  }
  const untracked = lines.flatMap((line) => (line.type === "untracked" ? [line.why] : []));
  return { ...head, paths, foreign, untracked, isEnded: lines.some(({ type }) => type === "end") };
}

function parseLine(line: string): readonly ManifestLine[] {
  if (line === "") return [];
  try {
    const parsed = manifestLineSchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    // A line that a kill or a full disk cut off; what it told of had not begun.
    return [];
  }
}

/** A further write of the run goes on from the first one, unless what it found was not what the run had left. */
function begun(known: PathChange | undefined, line: BeforeLine): PathChange {
  const { path, root, state, by } = line;
  const next = line.next ?? null;
  if (known === undefined) {
    const first = { path, root, before: state, found: state, after: null, next, left: line.left ?? null, by };
    return { ...first, isMixed: false, isKept: false };
  }
  const left = known.after ?? known.next;
  const goesOn = (left !== null && isSameState(left, state, known.after !== null)) || isSameState(known.before, state);
  return {
    ...known,
    before: goesOn ? known.before : state,
    found: state,
    isMixed: known.isMixed || !goesOn,
    after: null,
    next,
    isKept: false,
  };
}
