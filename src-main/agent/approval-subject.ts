import { isAbsolute, relative } from "node:path";
import type { ApprovalSubject } from "../../src-preload/contract/records.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import { revealExactly, revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { Policy, Verdict } from "../policy/decide.ts";
import type { RulePlace } from "../policy/rule-match.ts";
import type { CommandReach, Subject } from "../policy/subject.ts";
import { text } from "../words.ts";
import type { ReadyCall } from "./planned-call.ts";

/** The longest text of a card, in characters. */
const maxBodyChars = 100_000;
const endShare = 0.4;

/** Whether what a call would do to files can be taken back. */
export type CanUndo = (subject: Subject) => Promise<boolean>;

interface SubjectQuestion {
  readonly place: RulePlace;
  readonly policy: Pick<Policy, "readCommand">;
  readonly ready: ReadyCall;
  readonly subject: Subject;
  readonly verdict: Extract<Verdict, { kind: "ask" }>;
  readonly workFolder: string;
  /** Whether what the call would do to files can be taken back. */
  readonly canUndo: CanUndo;
}

export type Asking =
  | { readonly kind: "asks"; readonly subject: ApprovalSubject }
  /** Too long to be read by a person, so it is not asked; the message goes to the model. */
  | { readonly kind: "too-long"; readonly message: string };

/** What the person who decides is shown: either all that would run, or the call is refused. */
export async function askingFor(question: SubjectQuestion): Promise<Asking> {
  const subject = await subjectFor(question);
  const { bodyKind, body } = subject;
  if (body.length <= maxBodyChars) return { kind: "asks", subject };
  if (bodyKind === "command" || bodyKind === "arguments") {
    const what = bodyKind === "command" ? "The command is" : "The arguments are";
    const message = `${what} longer than ${maxBodyChars} characters, which is more than a person can be asked about. Nothing was done. Do it in smaller parts, or write the text to a file first.`;
    return { kind: "too-long", message };
  }
  return { kind: "asks", subject: { ...subject, body: cut(body) } };
}

async function subjectFor(question: SubjectQuestion): Promise<ApprovalSubject> {
  const { ready, subject, verdict, workFolder } = question;
  const base = {
    tool: ready.tool.name,
    effect: ready.tool.effect,
    title: text(ready.tool.asks, namesIn(question)),
    reversible: (verdict.reversible || subject.kind === "command") && (await question.canUndo(subject)),
    reason: verdict.reason,
    ...offersOf(question),
  };
  switch (subject.kind) {
    case "path":
      return {
        ...base,
        body: revealExactly(subject.preview.text),
        bodyKind: subject.preview.kind,
        where: revealLine(subject.path),
      };
    case "command":
      return {
        ...base,
        ...(await factsOfCommand(subject.command, question)),
        confined: subject.confined,
        confinement: revealLine(reachWords(subject.reach)),
        body: revealExactly(subject.command),
        bodyKind: "command",
        where: revealLine(subject.folder),
      };
    case "address":
      return {
        ...base,
        body: revealExactly(subject.method === "search" ? subject.query : subject.url),
        bodyKind: "text",
        where: revealLine(subject.method === "search" ? subject.url : subject.host),
      };
    case "service":
    case "none":
      return {
        ...base,
        body: revealExactly(JSON.stringify(ready.call.arguments, null, 2)),
        bodyKind: "arguments",
        where: revealLine(subject.kind === "service" ? subject.where : workFolder),
        ...(subject.kind === "service" && subject.confinement !== null
          ? { confinement: revealLine(subject.confinement) }
          : {}),
      };
    default:
      return assertNever(subject);
  }
}

function offersOf(question: SubjectQuestion): Pick<ApprovalSubject, "offers" | "onlyOnce" | "stranger"> {
  const { verdict, workFolder } = question;
  const { offers, stranger, isCompound = false } = verdict;
  if (stranger !== undefined) return { stranger: revealLine(stranger) };
  if (offers.length > 0) return { offers: { matches: [...offers], workFolder } };
  return isCompound ? { onlyOnce: text("approval.reason.onlyOnce") } : {};
}

/** What a command could do that runs in this way. */
function reachWords(reach: CommandReach): string {
  switch (reach.kind) {
    case "confined": {
      const { folder, hosts } = reach;
      return hosts.length === 0
        ? text("approval.confined", { folder })
        : text("approval.confinedHosts", { folder, hosts: hosts.join(", ") });
    }
    case "asked":
      return text("approval.open.asked");
    case "full":
      return text("approval.open.full");
    case "off":
      return text("approval.open.off");
    case "unavailable":
      return text("approval.open.unavailable", { reason: reach.reason });
    default:
      return assertNever(reach);
  }
}

/** As many programs as a title names. */
const maxPrograms = 5;

/** What the text of a command tells, for a POSIX shell: its programs make the title. */
async function factsOfCommand(
  command: string,
  { place, policy }: Pick<SubjectQuestion, "place" | "policy">,
): Promise<Pick<ApprovalSubject, "reaches" | "risky"> & { readonly title?: string }> {
  if (place.platform === "win32") return {};
  const { programs, reaches, risky } = await policy.readCommand(command);
  const named = programs.slice(0, maxPrograms).join(", ");
  const more = programs.length - maxPrograms;
  const words =
    more > 0 ? text("approval.title.programsMore", { named, more }) : text("approval.title.programs", { named });
  return {
    reaches: reaches.map(revealLine),
    risky: risky.map(revealExactly),
    ...(programs.length === 0 ? {} : { title: words }),
  };
}

/** What the title of a card names. */
function namesIn({ ready, subject, workFolder }: SubjectQuestion) {
  const { tool, server } = subject.kind === "service" ? subject : { tool: ready.tool.name, server: "" };
  const object = objectOf(subject, workFolder) ?? ready.call.title;
  return { tool: revealLine(tool), server: revealLine(server), object: revealLine(object) };
}

/** Null where the arguments of the call say it. */
function objectOf(subject: Subject, workFolder: string): string | null {
  if (subject.kind === "path") return shortPath(subject.path, workFolder);
  return subject.kind === "address" && subject.method === "fetch" ? subject.host : null;
}

function shortPath(path: string, workFolder: string): string {
  const inside = relative(workFolder, path);
  return inside.startsWith("..") || isAbsolute(inside) ? path : inside;
}

/** What is written may be longer than what is shown: its middle is counted. */
function cut(body: string): string {
  const end = Math.floor(maxBodyChars * endShare);
  const note = text("approval.cut", { count: body.length - maxBodyChars });
  return `${body.slice(0, maxBodyChars - end)}\n${note}\n${body.slice(-end)}`;
}
