import { isJsonTooDeep } from "../../../src-preload/contract/bounded-json.ts";
import { isRecord, ownValue } from "../../../src-preload/contract/own-value.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { text } from "../../words.ts";
import { plainFields, withQuotes } from "./plain-fields.ts";

/** What a skill needs to be there before it can be of use. */
export interface SkillNeeds {
  /** Programs, all of them. */
  readonly programs: readonly string[];
  /** Programs of which one is enough. */
  readonly anyProgram: readonly string[];
  readonly variables: readonly string[];
}

/** What a skill says of itself. */
export interface SkillHead {
  /** As it is written there; null: that of its folder counts. */
  readonly name: string | null;
  /** On one line. */
  readonly description: string;
  /** It is a part of each request. */
  readonly always: boolean;
  readonly needs: SkillNeeds;
  /** Told to the person; it allows nothing. */
  readonly allowedTools: readonly string[];
}

/** Who wrote their needs under their own name in `metadata`. */
const dialects = ["perch", "nanobot", "openclaw", "clawdbot"] as const;
const mostNeeds = 20;
const mostDescriptionChars = 4096;

/** Reads the head of a skill; fails with the sentence that says what is wrong with it. Nothing in it is ever run. */
export async function readHead(head: string): Promise<Result<SkillHead, string>> {
  const fields = plainFields(head);
  if (fields !== null) return headOf(fields);
  const { yamlFields } = await import("./yaml-fields.ts");
  const read = yamlFields(withQuotes(head));
  return read.ok ? headOf(read.value) : read;
}

function headOf(fields: ReadonlyMap<string, unknown>): Result<SkillHead, string> {
  const description = fields.get("description");
  if (description === undefined || description === null || description === "") {
    return fail(text("knowledge.skillNoDescription"));
  }
  if (typeof description !== "string") return fail(text("skill.notText", { field: "description" }));
  const line = description.replace(/\s+/g, " ").trim();
  if (line === "") return fail(text("knowledge.skillNoDescription"));
  if (line.length > mostDescriptionChars) {
    return fail(text("skill.descriptionTooLong", { most: mostDescriptionChars }));
  }
  const name = fields.get("name");
  if (name !== undefined && name !== null && typeof name !== "string")
    return fail(text("skill.notText", { field: "name" }));
  const own = metadataOf(fields.get("metadata"));
  const always = fields.get("always") ?? own.always;
  return ok({
    name: typeof name === "string" && name.trim() !== "" ? name : null,
    description: line,
    always: always === true || always === "true",
    needs: needsOf(own.requires),
    allowedTools: wordsOf(fields.get("allowed-tools")),
  });
}

interface OwnMetadata {
  readonly requires?: unknown;
  readonly always?: unknown;
}

/** Some write JSON into a text. */
function metadataOf(given: unknown): OwnMetadata {
  const metadata = typeof given === "string" ? recordIn(given) : given;
  if (!isRecord(metadata)) return {};
  for (const dialect of dialects) {
    const own = ownValue(metadata, dialect);
    if (isRecord(own)) return { requires: ownValue(own, "requires"), always: ownValue(own, "always") };
  }
  return {};
}

function recordIn(written: string): unknown {
  if (!written.trimStart().startsWith("{") || isJsonTooDeep(written)) return null;
  try {
    return JSON.parse(written);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

function needsOf(requires: unknown): SkillNeeds {
  const listed = (name: string): readonly string[] =>
    isRecord(requires) ? wordsOf(ownValue(requires, name)).filter((word) => /^[\w.+-]{1,64}$/.test(word)) : [];
  return { programs: listed("bins"), anyProgram: listed("anyBins"), variables: listed("env") };
}

/** A list, or words with blanks or commas between them. */
function wordsOf(given: unknown): readonly string[] {
  const words = typeof given === "string" ? given.split(/[\s,]+/) : Array.isArray(given) ? given : [];
  return words.filter((word): word is string => typeof word === "string" && word !== "").slice(0, mostNeeds);
}
