import type { SkillRow } from "../../../src-preload/contract/skills.ts";
import { text } from "../../words.ts";

/** The answer of `/skill`: a line each, the names in a column. */
export function skillLines(rows: readonly SkillRow[]): string {
  if (rows.length === 0) return text("skill.none");
  const width = Math.min(24, Math.max(...rows.map(({ name }) => name.length)));
  const lines = rows.map((row) => `${row.name.padEnd(width)}  ${stateWords(row)}`);
  return [...lines, text("skill.howToCall")].join("\n");
}

const mostLineChars = 120;

function stateWords({ state, missing, problem, description, isShadowed, name }: SkillRow): string {
  if (state === "unusable") return text("skill.state.unusable", { problem });
  const short = description.length <= mostLineChars ? description : `${description.slice(0, mostLineChars - 1)}…`;
  const words = text(`skill.state.${state}`, { missing: missing.join(", "), description: short });
  return isShadowed ? `${words} ${text("skill.shadowed", { name })}` : words;
}
