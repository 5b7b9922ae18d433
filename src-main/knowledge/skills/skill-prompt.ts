import { dirname } from "node:path";
import type { UsableSkill } from "./skill.ts";

/** A skill with what it needs and this machine has not. */
export interface OfferedSkill {
  readonly skill: UsableSkill;
  readonly missing: readonly string[];
}

export interface NamedPart {
  readonly name: string;
  readonly text: string;
}

/** Characters of an always-on skill, of the whole summary, and of a description in it where there is little room. */
const mostBodyChars = 20_000;
const mostSummaryChars = 12_000;
const descriptionWidths: readonly number[] = [1024, 240, 100, 0];

/** What the system prompt says of the skills: those that are always on in full, the others by their descriptions. */
export function skillParts(offered: readonly OfferedSkill[]): readonly NamedPart[] {
  const always = offered.filter(({ skill, missing }) => skill.always && missing.length === 0);
  const others = offered.filter((one) => !always.includes(one));
  const summary = summaryOf(others);
  return [
    ...always.map(({ skill }) => ({ name: `skills/${skill.name}`, text: alwaysOn(skill) })),
    ...(summary === "" ? [] : [{ name: "skill-list", text: summary }]),
  ];
}

function alwaysOn({ name, path, body }: UsableSkill): string {
  const said =
    body.length <= mostBodyChars ? body : `${body.slice(0, mostBodyChars)}\n[cut: read ${path} for the rest]`;
  return `<skill name="${name}" path="${escaped(path)}">\n${withoutEnd(said, "skill")}\n</skill>`;
}

function summaryOf(offered: readonly OfferedSkill[]): string {
  if (offered.length === 0) return "";
  for (const width of descriptionWidths) {
    const summary = wrapped(offered, offered.length, width);
    if (summary.length <= mostSummaryChars) return summary;
  }
  const each = wrapped(offered, offered.length, 0).length / offered.length;
  return wrapped(offered, Math.floor((mostSummaryChars - 600) / each), 0);
}

function wrapped(offered: readonly OfferedSkill[], count: number, width: number): string {
  const listed = offered.slice(0, count);
  const roots = new Map(listed.map(({ skill }) => [skill.source, dirname(dirname(skill.path))]));
  const folders = [...roots].map(([source, root]) => `${source}="${escaped(root)}"`).join(" ");
  const rest = offered.length - listed.length;
  return [
    `<skills ${folders}>`,
    "Read SOURCE/NAME/SKILL.md before work that one fits.",
    ...listed.map((one) => line(one, width)),
    ...(rest > 0 ? [`${rest} more lie there.`] : []),
    "</skills>",
  ].join("\n");
}

function line({ skill, missing }: OfferedSkill, width: number): string {
  const { name, entry, path, source, description } = skill;
  const file = path.slice(path.length - "SKILL.md".length);
  // Where it lies, if not where the name says.
  const place = entry === name && file === "SKILL.md" ? "" : ` path="${escaped(`${entry}/${file}`)}"`;
  const lacks = missing.length === 0 ? "" : ` missing="${escaped(missing.join(", "))}"`;
  const said = description.length <= width ? description : `${description.slice(0, Math.max(0, width - 1))}…`;
  const origin = source === "own" ? ' source="own"' : "";
  return `<skill name="${name}"${origin}${place}${lacks}>${width === 0 ? "" : escaped(said)}</skill>`;
}

function escaped(said: string): string {
  return said.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** A text cannot end the element that it stands in. */
export function withoutEnd(body: string, element: string): string {
  return body.replaceAll(new RegExp(`</(?=${element}\\b)`, "gi"), "<\\/");
}
