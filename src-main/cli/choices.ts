import { slashHelp } from "./slash-commands.ts";
import type { SlashTarget } from "./slash-target.ts";
import { type Choice, type CompletionQuery, filePathChoice } from "./terminal/completion.ts";
import { usableSkills } from "./usable-skills.ts";

const filesOffered = 50;
/** Of what a skill is for, beside its name. */
const mostAboutChars = 100;

/** What the prompt offers for a word that was begun: commands and skills behind `/`, files of the work folder behind `@`. */
export async function choicesFor(query: CompletionQuery, target: SlashTarget): Promise<readonly Choice[]> {
  if (query.kind === "command") {
    const skills = await usableSkills(target.connection);
    const named = skills.map(({ name, description }) => ({
      name: `/${name}`,
      about: description.slice(0, mostAboutChars),
    }));
    const found = [...slashHelp(), ...named].filter(({ name }) => name.startsWith(`/${query.query.toLowerCase()}`));
    return found.map(({ name, about }) => ({ insert: name, words: about }));
  }
  const { sessionKey } = target;
  if (sessionKey === null) return [];
  await target.begin();
  const found = await target.connection?.request("file.find", { sessionKey, query: query.query, limit: filesOffered });
  return found?.ok === true ? found.value.paths.map(filePathChoice) : [];
}
