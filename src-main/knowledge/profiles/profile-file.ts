import { noProfileName } from "../../../src-preload/contract/profiles.ts";
import { approvalModeSchema } from "../../../src-preload/contract/records.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import type { Profile } from "../../agent/profile.ts";
import { text } from "../../words.ts";
import { callableName } from "../skills/callable-name.ts";
import { hiddenLetter } from "../skills/hidden-letters.ts";
import { plainFields, withQuotes } from "../skills/plain-fields.ts";
import { splitSkill } from "../skills/split-skill.ts";

/** Bytes of an AGENT.md: it goes along with every request. */
export const maxProfileBytes = 64 * 1024;
const mostDescriptionChars = 1000;
/** Of tools or skills. */
const mostNames = 200;

type Fields = ReadonlyMap<string, unknown>;

/** Reads an AGENT.md; fails with the sentence that says why it cannot be used. `folder`: what it is called by. */
export async function readProfileFile(content: string, folder: string): Promise<Result<Profile, string>> {
  if (content.includes("\0")) return fail(text("skill.notWords"));
  const name = profileName(folder);
  if (name === null) return fail(text("profile.badFolder", { name: folder.slice(0, 80) }));
  const hidden = hiddenLetter(content.replace(/^\uFEFF/, ""));
  if (hidden !== null) return fail(text("skill.hiddenLetter", { line: hidden.line, letter: hidden.letter }));
  const parts = splitSkill(content);
  if (!parts.ok) return parts;
  if (parts.value.body === "") return fail(text("profile.noBody"));
  const fields = await fieldsOf(parts.value.head);
  return fields.ok ? profileOf(name, fields.value, parts.value.body) : fields;
}

/** The name that a profile can have; null for any other. */
export function profileName(given: string): string | null {
  const name = callableName(given);
  return name === noProfileName ? null : name;
}

async function fieldsOf(head: string): Promise<Result<Fields, string>> {
  const plain = plainFields(head);
  if (plain !== null) return ok(plain);
  const { yamlFields } = await import("../skills/yaml-fields.ts");
  return yamlFields(withQuotes(head));
}

function profileOf(name: string, fields: Fields, prompt: string): Result<Profile, string> {
  const description = line(fields.get("description"));
  if (description === "") return fail(text("profile.noDescription"));
  if (description.length > mostDescriptionChars) {
    return fail(text("skill.descriptionTooLong", { most: mostDescriptionChars }));
  }
  const model = fields.get("model") ?? null;
  if (model !== null && line(model) === "") return fail(text("skill.notText", { field: "model" }));
  const mode = approvalModeSchema.nullable().safeParse(fields.get("mode") ?? null);
  if (!mode.success) return fail(text("profile.badMode", { modes: approvalModeSchema.options.join(", ") }));
  const tools = namesOf(fields, "tools");
  const skills = namesOf(fields, "skills");
  const limits = limitsOf(fields);
  if (!tools.ok) return tools;
  if (!skills.ok) return skills;
  if (!limits.ok) return limits;
  return ok({
    name,
    description,
    prompt,
    model: model === null ? null : line(model),
    mode: mode.data,
    tools: tools.value,
    skills: skills.value === null ? null : new Set(skills.value),
    limits: limits.value,
  });
}

function line(given: unknown): string {
  return typeof given === "string" ? given.replace(/\s+/g, " ").trim() : "";
}

/** A list, or words with blanks or commas between them; null where the field is not there. */
function namesOf(fields: Fields, field: string): Result<readonly string[] | null, string> {
  const given = fields.get(field) ?? null;
  if (given === null) return ok(null);
  const words: readonly unknown[] | null =
    typeof given === "string"
      ? given.split(/[\s,]+/).filter((word) => word !== "")
      : Array.isArray(given)
        ? given
        : null;
  const names = words?.filter((word) => typeof word === "string") ?? [];
  if (words === null || names.length !== words.length || names.length > mostNames) {
    return fail(text("profile.badList", { field }));
  }
  return ok(names);
}

function limitsOf(fields: Fields): Result<Profile["limits"], string> {
  const limits = new Map<string, number | null>();
  for (const field of ["max-iterations", "max-tokens", "max-seconds"] as const) {
    const given = fields.get(field) ?? null;
    const value = given === null ? null : Number(given);
    if (value !== null && !(Number.isInteger(value) && value > 0)) return fail(text("profile.badLimit", { field }));
    limits.set(field, value);
  }
  return ok({
    maxIterations: limits.get("max-iterations") ?? null,
    maxTokens: limits.get("max-tokens") ?? null,
    maxDurationSeconds: limits.get("max-seconds") ?? null,
  });
}
