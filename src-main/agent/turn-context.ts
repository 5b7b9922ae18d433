import { isSubagentKey } from "../../src-preload/contract/session-key.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Host, LocalTime } from "../host.ts";
import { clockWords, dayWords } from "../local-day.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import { lostCommandsFact } from "./lost-commands.ts";
import { mentionedFor } from "./mentioned.ts";
import { onlySkillsOf } from "./profile.ts";
import { recalledBlock, recalledFor } from "./recalled.ts";
import type { UserText } from "./records.ts";
import { spendingPlace } from "./spending-place.ts";
import { reportFrame } from "./told-message.ts";
import { defaultContextWindow } from "./turn-tools.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/**
 * What goes with each message of a person: the time, what is left of the limits, and which servers are not there. A ledger
 * that cannot be read is told of by the first call.
 */
async function turnFacts({ host, meter, running, tools }: FactSources, run: RunContext): Promise<string> {
  const budgets = await meter.budgets(run.settings, spendingPlace(run.session, run.runId));
  const left = budgets.ok ? meter.prompt(budgets.value) : "";
  const mode = run.mode === "plan" ? planWords : "";
  const lost = await lostCommandsFact({ running }, run.session.key);
  return [turnContext(host, run.settings), mode, left, tools.trouble(), lost].filter((part) => part !== "").join("\n");
}

/** Characters of a skill that a message calls, at most; in a small window a quarter of it. */
const mostSkillChars = 40_000;
const charsPerToken = 3.5;

/**
 * A message of a person with what goes along with it: facts of the turn, skills that it calls, what it names with an `@`, and what
 * was recalled for it. The words of a prompt are a server's, those of a sub-agent's task and of what it brought a model's: they
 * call nothing and name nothing.
 */
export async function withContext<Text extends UserText>(deps: ContextSources, run: RunContext, message: Text) {
  const { content, media = [], prompt, report } = message;
  const isOwn = report === undefined && !isSubagentKey(run.session.key);
  const own = prompt === undefined && isOwn ? content : "";
  const [facts, skills, named, recalled] = await Promise.all([
    turnFacts(deps, run),
    calledSkills(deps, run, own),
    mentionedFor(deps, run, own),
    isOwn ? recalledFor(deps, run, content) : [],
  ]);
  const { block, mentioned } = named;
  const framed = report === undefined ? "" : reportFrame(report);
  const parts = [framed, facts, recalledBlock(deps.host, recalled), block, skills];
  return {
    ...message,
    media: [...media, ...named.media],
    turnContext: parts.filter((part) => part !== "").join("\n"),
    ...(recalled.length === 0 ? {} : { recalled }),
    ...(mentioned.length === 0 ? {} : { mentioned }),
  };
}

async function calledSkills({ models, skills }: ContextSources, run: RunContext, content: string): Promise<string> {
  if (!/^\/|\$/.test(content)) return "";
  const { contextWindow } = await models.facts(run.model.id);
  const quarter = ((contextWindow ?? defaultContextWindow) * charsPerToken) / 4;
  const mostChars = Math.min(mostSkillChars, Math.floor(quarter));
  return skills.named(content, run.settings, mostChars, onlySkillsOf(run.session.settings, run.profile));
}

export type ContextSources = FactSources & Pick<AgentDependencies, "mentions" | "models" | "recall" | "skills">;

/** The mode can change from message to message: it goes with the message and leaves the system prompt as it is. */
const planWords =
  "<mode>Plan: read what you need and change nothing. End with a numbered plan that the user can accept as it is.</mode>";

type FactSources = Pick<AgentDependencies, "host" | "meter" | "running" | "tools">;

/** The changing facts that go with a user message: date, weekday, time and zone. Kept with it and replayed as sent. */
export function turnContext(host: Pick<Host, "now" | "timezone" | "localTime">, settings: Settings): string {
  const timeZone = settings.agents.defaults.timezone ?? host.timezone;
  const time = host.now();
  // Intl is slow to load, and not needed for the zone of the machine.
  const local = timeZone === host.timezone ? host.localTime(time) : timeIn(timeZone, time);
  return `<now>${weekdays[local.weekday]} ${dayWords(local)} ${clockWords(local)} ${timeZone}</now>`;
}

function timeIn(timeZone: string, time: number): LocalTime {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "long",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
  const parts = new Map(format.formatToParts(time).map((part) => [part.type, part.value]));
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return {
    year: number("year"),
    month: number("month"),
    day: number("day"),
    weekday: weekdays.indexOf(parts.get("weekday") ?? ""),
    hour: number("hour"),
    minute: number("minute"),
  };
}
