import type { Clock } from "../../host.ts";
import type { SkillNeeds } from "./skill-head.ts";

interface NeedsParts {
  readonly clock: Pick<Clock, "now">;
  /** Whether a program of this name would be started by a command. */
  readonly hasProgram: (name: string) => Promise<boolean>;
  readonly hasVariable: (name: string) => boolean;
}

/** A program that was installed is seen after so long; every folder of a PATH is looked at for each that is missing. */
const keptMs = 30_000;

/** What of the needs of a skill is not there: names of programs, and variables as `$NAME`. */
export function createMissingNeeds({ clock, hasProgram, hasVariable }: NeedsParts) {
  const kept = new Map<string, { readonly at: number; readonly found: Promise<boolean> }>();

  function isThere(program: string): Promise<boolean> {
    const before = kept.get(program);
    if (before !== undefined && clock.now() - before.at < keptMs) return before.found;
    const found = hasProgram(program);
    kept.set(program, { at: clock.now(), found });
    return found;
  }

  async function absent(programs: readonly string[]): Promise<readonly string[]> {
    const looked = await Promise.all(programs.map(async (name) => ((await isThere(name)) ? [] : [name])));
    return looked.flat();
  }

  return async ({ programs, anyProgram, variables }: SkillNeeds): Promise<readonly string[]> => {
    const [missing, ofAny] = await Promise.all([absent(programs), absent(anyProgram)]);
    const none = anyProgram.length > 0 && ofAny.length === anyProgram.length;
    return [
      ...missing,
      ...(none ? [anyProgram.join(" or ")] : []),
      ...variables.filter((name) => !hasVariable(name)).map((name) => `$${name}`),
    ];
  };
}
