import { contractError } from "../../../src-preload/contract/errors.ts";
import { type AsyncResult, fail } from "../../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../../src-preload/contract/window.ts";
import { text } from "../../words.ts";
import type { Knowledge } from "../knowledge.ts";
import { knownPath } from "../known-path.ts";
import { quoted } from "../skills/create-skill.ts";
import { profileName } from "./profile-file.ts";

interface CreateParts {
  readonly knowledge: Pick<Knowledge, "save">;
  /** With `{name}` and `{description}`. */
  readonly template: () => Promise<string>;
}

export interface NewProfile {
  readonly name: string;
  readonly description: string;
}

/** Makes a profile of the template. Fails with `conflict` where there is one of this name. */
export async function createProfile(given: NewProfile, parts: CreateParts): AsyncResult<KnowledgeText> {
  const name = profileName(given.name);
  const path = `agents/${name}/AGENT.md`;
  if (name === null || knownPath(path) === null) {
    const said = text("profile.badName", { name: given.name.slice(0, 80) });
    return fail(contractError("invalid-input", said, { field: "name" }));
  }
  const template = await parts.template();
  const description = quoted(given.description.replace(/\s+/g, " ").trim());
  const content = template.replaceAll("{name}", () => name).replace("{description}", () => description);
  const saved = await parts.knowledge.save(path, content, null);
  if (saved.ok || saved.error.code !== "conflict") return saved;
  return fail(contractError("conflict", text("profile.exists", { name }), { field: "name" }));
}
