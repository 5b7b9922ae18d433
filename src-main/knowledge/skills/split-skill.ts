import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { text } from "../../words.ts";

/** A SKILL.md taken apart: what it says of itself, and what it tells the agent to do. */
export interface SkillText {
  readonly head: string;
  readonly body: string;
}

/** Characters of a head; honest ones have a few hundred. */
const mostHeadChars = 16 * 1024;

/** Fails with the sentence that says what is wrong. The head is data in YAML, and no other language after `---` is read. */
export function splitSkill(content: string): Result<SkillText, string> {
  const [first = "", ...lines] = content.replace(/^\uFEFF/, "").split(/\r?\n/);
  const language = /^---[ \t]*(\S.*)$/.exec(first)?.[1];
  if (language !== undefined) return fail(text("skill.headLanguage", { language: language.trim().slice(0, 40) }));
  const end = lines.findIndex((line) => /^---[ \t]*$/.test(line));
  if (!/^---[ \t]*$/.test(first) || end < 0) return fail(text("knowledge.skillNoHead"));
  const head = lines.slice(0, end).join("\n");
  if (head.length > mostHeadChars) return fail(text("skill.headTooLong", { most: mostHeadChars }));
  return ok({
    head,
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  });
}
