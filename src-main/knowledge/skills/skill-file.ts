import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { text } from "../../words.ts";
import { callableName } from "./callable-name.ts";
import { hiddenLetter } from "./hidden-letters.ts";
import { readHead, type SkillHead } from "./skill-head.ts";
import { splitSkill } from "./split-skill.ts";

/** A SKILL.md that can be used. */
export interface SkillFile extends SkillHead {
  /** What it is called by. */
  readonly name: string;
  readonly body: string;
}

/** Bytes of a SKILL.md: many times what a model should have to read. */
export const maxSkillBytes = 256 * 1024;

/** Reads a SKILL.md; fails with the sentence that says why it is never used. `folder`: its name where it has none. */
export async function readSkillFile(content: string, folder: string): Promise<Result<SkillFile, string>> {
  if (content.includes("\0")) return fail(text("skill.notWords"));
  const parts = splitSkill(content);
  if (!parts.ok) return parts;
  const head = await readHead(parts.value.head);
  if (!head.ok) return head;
  const hidden = hiddenLetter(content.replace(/^\uFEFF/, ""));
  if (hidden !== null) return fail(text("skill.hiddenLetter", { line: hidden.line, letter: hidden.letter }));
  // What an escape of the head stands for is not seen in the file.
  const told = hiddenLetter(`${head.value.name ?? ""} ${head.value.description}`);
  if (told !== null) return fail(text("skill.hiddenLetter", { line: 1, letter: told.letter }));
  const name = callableName(head.value.name ?? folder);
  if (name === null) return fail(text("skill.badName", { name: (head.value.name ?? folder).slice(0, 80) }));
  return ok({ ...head.value, name, body: parts.value.body });
}
