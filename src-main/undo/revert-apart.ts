import type { PathContext } from "../policy/path-guard.ts";
import { takeApart } from "./apart.ts";
import { type TextTools, textOfState } from "./contents.ts";
import type { FileState } from "./file-state.ts";
import { type LookTools, lookAt } from "./look.ts";
import type { PathChange } from "./manifest.ts";

/** A change of a file that somebody else changed since. */
export interface ForeignChange {
  readonly change: PathChange;
  /** What Perch left there, with what was taken back since. */
  readonly known: FileState;
  readonly now: FileState;
}

/** What goes back of it all the same. */
interface RevertApart {
  readonly taken: number;
  /** The first lines of the places that stay. */
  readonly stays: readonly number[];
  /** Keeps both contents and tells them: what is to stand there, and what then is left of Perch's change. */
  keep(): Promise<{ readonly to: FileState; readonly left: FileState } | null>;
}

interface ApartNeeds {
  readonly tools: LookTools;
  readonly texts: TextTools;
  readonly placeOf: (root: string) => Promise<PathContext | null>;
}

export type LookApart = (foreign: ForeignChange) => Promise<RevertApart | null>;

/** Looks which places of a text can go back without what somebody else wrote; null where none can. */
export function createLookApart({ tools, texts, placeOf }: ApartNeeds): LookApart {
  const { objects } = tools;
  return async ({ change, known, now }) => {
    const { before, path, root } = change;
    if (before.kind !== "file" || known.kind !== "file" || now.kind !== "file") return null;
    const place = await placeOf(root);
    // What somebody else left there is kept for as long as it takes to compare it.
    if (place !== null) await lookAt(path, "kept", place, tools);
    const old = await textOfState(before, objects, texts);
    const left = await textOfState(known, objects, texts);
    const current = await textOfState(now, objects, texts);
    if (!old.ok || !left.ok || !current.ok) return null;
    const apart = await takeApart(old.value.text, left.value.text, current.value.text);
    if (apart === null) return null;
    return {
      taken: apart.taken,
      stays: apart.stays,
      async keep() {
        const bytes = texts.encodeChange(current.value, apart.now);
        const rest = texts.encodeChange(left.value, apart.known);
        if (!bytes.ok || !rest.ok) return null;
        const isAll = apart.known === old.value.text;
        const mode = now.mode === known.mode && isAll ? before.mode : now.mode;
        return {
          to: await keptFile(bytes.value, mode),
          left: isAll ? before : await keptFile(rest.value, known.mode),
        };
      },
    };
  };

  async function keptFile(bytes: Buffer, mode: number): Promise<FileState> {
    return { kind: "file", hash: await objects.keep(bytes, true), size: bytes.length, mode };
  }
}
