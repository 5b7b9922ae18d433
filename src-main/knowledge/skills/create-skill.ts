import { contractError } from "../../../src-preload/contract/errors.ts";
import { type AsyncResult, fail } from "../../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../../src-preload/contract/window.ts";
import { text } from "../../words.ts";
import type { Knowledge } from "../knowledge.ts";
import { knownPath } from "../known-path.ts";
import { callableName } from "./callable-name.ts";
import type { Skill } from "./skill.ts";

interface CreateParts {
  readonly find: () => Promise<readonly Skill[]>;
  readonly knowledge: Pick<Knowledge, "save">;
  /** With `{name}` and `{description}`. */
  readonly template: () => Promise<string>;
}

export interface NewSkill {
  readonly name: string;
  readonly description: string;
}

/** Makes a skill of the template. Fails with `conflict` where there is one of this name. */
export async function createSkill(given: NewSkill, parts: CreateParts): AsyncResult<KnowledgeText> {
  const name = callableName(given.name);
  const path = `skills/${name}/SKILL.md`;
  if (name === null || knownPath(path) === null) {
    return fail(
      contractError("invalid-input", text("skill.badName", { name: given.name.slice(0, 80) }), { field: "name" }),
    );
  }
  const isTaken = (await parts.find()).some((skill) => skill.name === name || skill.entry.toLowerCase() === name);
  if (isTaken) return fail(contractError("conflict", text("skill.exists", { name }), { field: "name" }));
  const template = await parts.template();
  const description = quoted(given.description.replace(/\s+/g, " ").trim());
  const content = template.replaceAll("{name}", () => name).replace("{description}", () => description);
  return parts.knowledge.save(path, content, null);
}

/** A text in quotes of JSON is one of YAML. */
export function quoted(description: string): string {
  return /^[\p{L}][^:#"'\\]*$/u.test(description) && !/^(?:true|false|null|yes|no|on|off)$/i.test(description)
    ? description
    : JSON.stringify(description);
}
