import type { Message, ToolMessage } from "../../src-preload/contract/records.ts";

/** A skill that the model read in this chat. */
export interface SkillUse {
  /** The same for every read of this skill from this line on. */
  readonly key: string;
  /** Estimated tokens of its block. */
  readonly tokens: number;
}

export interface SkillRead extends SkillUse {
  /** Of the tool result; of a skill that a message called, that of the message with its place in it. */
  readonly id: string;
}

/** Of the history's budget, for skills whose turns have left. */
export const skillShare = 0.25;

/** The last read of each skill, oldest first. */
export function lastReads<Read extends SkillRead>(reads: readonly Read[]): readonly Read[] {
  const last = new Map(reads.map((read) => [read.key, read]));
  return reads.filter((read) => last.get(read.key) === read);
}

/** As many as there is room for, the newest first. */
export function fitSkills(reads: readonly SkillRead[], room: number): readonly SkillRead[] {
  const chosen: SkillRead[] = [];
  let left = room;
  for (const read of reads.toReversed()) {
    if (read.tokens > left) continue;
    left -= read.tokens;
    chosen.push(read);
  }
  return chosen.reverse();
}

const skillFile = /(?:^|[/\\])([^/\\]+)[/\\]SKILL\.md$/i;

/** The name of the skill that a result holds; null for every other one. */
export function skillName({ details }: ToolMessage): string | null {
  if (details?.status !== "ok" || details.firstLine === undefined) return null;
  return skillFile.exec(details.path ?? "")?.[1] ?? null;
}

export function skillUse(message: ToolMessage, tokensOf: (text: string) => number): SkillUse | null {
  if (skillName(message) === null) return null;
  const { path = "", firstLine } = message.details ?? {};
  return { key: `${path}:${firstLine}`, tokens: tokensOf(skillBlock(message)) };
}

/** A skill that a message called, as it went along with it. */
export interface CalledSkill extends SkillRead {
  readonly name: string;
  readonly block: string;
}

/** As `knowledge/skills/skill-source.ts` writes them; no body can end its element. */
const blocks = /<skill-in-use name="([^"]*)" path="([^"]*)"[^>]*>\n[\s\S]*?\n<\/skill-in-use>/g;
const none: readonly CalledSkill[] = [];

/** The skills that a message of a person brought along. */
export function calledSkills(message: Message, tokensOf: (text: string) => number): readonly CalledSkill[] {
  const context = message.role === "user" ? message.turnContext : undefined;
  if (context?.includes("<skill-in-use ") !== true) return none;
  return [...context.matchAll(blocks)].map(([block, name = "", path = ""], index) => {
    // The same key as for a read of its file, so that only the last of both goes along.
    return { id: `${message.id} ${index}`, key: `${path}:1`, tokens: tokensOf(block), name, block };
  });
}

/** A skill as it goes along with a message once its own place in the history is gone. */
export function skillBlock({ content, details }: ToolMessage): string {
  return `<skill-in-use path="${details?.path ?? ""}">\n${content}\n</skill-in-use>`;
}
