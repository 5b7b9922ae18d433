import { z } from "../../src-preload/contract/zod.ts";
import { factsIn } from "../knowledge/memory/facts.ts";
import { jobsFile, memoryFile, skillsFolder } from "./home-parts.ts";

/** What a home knows and can, beside its chats. */
export interface KnownFacts {
  /** Entries of MEMORY.md, as they are written. */
  readonly facts: readonly string[];
  /** Names of skills. */
  readonly skills: readonly string[];
  /** Ids of jobs. */
  readonly jobs: readonly string[];
}

/** No honest one of these files has more; what is behind it is not looked at. */
export const mostFactBytes = 4 * 1024 * 1024;

/** `read` gives the text of a file below the home, "" where there is none; `paths` are all that there are. */
export async function knownFacts(
  paths: readonly string[],
  read: (path: string) => Promise<string>,
): Promise<KnownFacts> {
  const skills = paths.flatMap((path) => {
    const [name, file, ...rest] = path.startsWith(skillsFolder) ? path.slice(skillsFolder.length).split("/") : [];
    return file === "SKILL.md" && rest.length === 0 && name !== undefined ? [name] : [];
  });
  const memory = await read(memoryFile);
  return { facts: factsIn(memory).map(({ text }) => text), skills, jobs: jobsIn(await read(jobsFile)) };
}

const jobsSchema = z.looseObject({ jobs: z.array(z.looseObject({ id: z.string() })) });

/** None where the file cannot be read: the scheduler says so itself. */
function jobsIn(content: string): readonly string[] {
  try {
    const parsed = jobsSchema.safeParse(JSON.parse(content));
    return parsed.success ? parsed.data.jobs.map(({ id }) => id) : [];
  } catch (cause) {
    if (cause instanceof SyntaxError) return [];
    throw cause;
  }
}
