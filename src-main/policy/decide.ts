import { sep } from "node:path";
import type { ApprovalMode, Effect, Message } from "../../src-preload/contract/records.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { Rule, RuleMatch } from "../../src-preload/contract/rules.ts";
import { text } from "../words.ts";
import type { CommandFacts } from "./command-facts.ts";
import type { FolderTrust } from "./folder-trust.ts";
import type { Root, Roots } from "./roots.ts";
import { allowingRule, denyingRule, type RulePlace } from "./rule-match.ts";
import { offersFor } from "./rule-offers.ts";
import type { RuleStore } from "./rule-store.ts";
import { simpleCommand } from "./simple-command.ts";
import type { CommandReach, ServiceSubject, Subject } from "./subject.ts";
import { whatWasRead } from "./what-was-read.ts";

/** One call before it runs. */
export interface PolicyQuestion {
  readonly tool: string;
  readonly effect: Effect;
  readonly subject: Subject;
  readonly mode: ApprovalMode;
  readonly roots: Roots;
  readonly place: RulePlace;
  /** The chat as the model sees it. */
  readonly context: () => readonly Message[];
  /** Who else wrote what is summed up of the chat before that; null: nobody. */
  readonly earlierStranger: string | null;
}

export type Verdict =
  /** `rule`: the one that allows what would have been asked about. */
  | { readonly kind: "allow"; readonly rule?: Rule }
  /** `reason` is shown to the person. `offers`: what can be remembered of it. `stranger`: who made it be asked anew. */
  | {
      readonly kind: "ask";
      readonly reason: string;
      readonly reversible: boolean;
      readonly offers: readonly RuleMatch[];
      /** Nothing can be, as it is more than one plain command. */
      readonly isCompound?: boolean;
      readonly stranger?: string;
    }
  /** `message` is read by the model. */
  | { readonly kind: "deny"; readonly message: string; readonly code: "plan-mode" | "rule"; readonly rule?: Rule };

/** What the mode says, as if nothing had been remembered. */
type ModeVerdict = Exclude<Verdict, { kind: "ask" }> | Omit<Extract<Verdict, { kind: "ask" }>, "offers">;

export interface Policy {
  decide(question: PolicyQuestion): Promise<Verdict>;
  /**
   * Who wrote what a call has read, where that may be a stranger: a server, what a command fetched, a file of neither the
   * work folder, Perch's own folders nor one that the person trusts. Null otherwise.
   */
  strangerIn(subject: Subject, roots: Roots): Promise<string | null>;
  /** What the text of a command tells of it. Decides nothing: a command asks whatever it says. */
  readCommand(command: string): Promise<CommandFacts>;
}

interface PolicyParts {
  readonly rules: Pick<RuleStore, "list">;
  readonly trust: Pick<FolderTrust, "trusts">;
}

const allow = { kind: "allow" } as const;

/**
 * The one table: what is denied by a rule does not run; then the mode says what is free, what does not run and what is asked
 * about; then a rule may allow what would be asked, unless the chat holds text of strangers and the call could send
 * something out or change what is remembered.
 */
export function createPolicy({ rules, trust }: PolicyParts): Policy {
  return {
    readCommand,
    strangerIn: (subject, roots) => strangerIn(subject, roots, trust),
    async decide(question) {
      const listed = await rules.list();
      const inForce = listed.ok ? listed.value : [];
      const denied = await deniedBy(inForce, question);
      if (denied !== null) {
        const message = "A rule of the user forbids this call. Do not try the same in another way.";
        return { kind: "deny", message, code: "rule", rule: denied };
      }
      const verdict = await byMode(question, trust);
      const { subject, mode, place } = question;
      // What must never run may stand in it.
      if (!listed.ok && verdict.kind === "allow" && question.effect !== "read") {
        return { kind: "ask", reason: listed.error.message, reversible: false, offers: [] };
      }
      if (verdict.kind === "deny" || (verdict.kind === "allow" && mode === "full")) return verdict;
      const fresh = freshAsk(question);
      // What a server has changed is the better reason, and nothing of it can be remembered either.
      if (verdict.kind === "ask" && subject.kind === "service" && subject.isChanged) return { ...verdict, offers: [] };
      if (fresh !== null) return fresh;
      if (verdict.kind === "allow") return verdict;
      const rule = allowingRule(inForce, subject, place);
      if (rule !== null) return { kind: "allow", rule };
      const isCompound = subject.kind === "command" && simpleCommand(subject.command, place.platform) === null;
      return { ...verdict, offers: offersFor(subject, place), isCompound };
    },
  };
}

/** What reads a shell is loaded where one is asked about: no start pays for it. */
async function readCommand(command: string): Promise<CommandFacts> {
  return (await import("./command-facts.ts")).commandFacts(command);
}

async function deniedBy(rules: readonly Rule[], { subject, place }: PolicyQuestion): Promise<Rule | null> {
  if (!rules.some(({ effect }) => effect === "deny")) return null;
  const calls = subject.kind === "command" ? (await readCommand(subject.command)).calls : [];
  return denyingRule(rules, subject, place, calls);
}

/** What the mode says of it, as if nothing had been remembered. */
async function byMode(question: PolicyQuestion, trust: PolicyParts["trust"]): Promise<ModeVerdict> {
  const { effect, mode, subject } = question;
  if (effect === "read") return decideRead(subject, mode);
  if (mode === "plan" && effect !== "network") {
    const message = "This chat is in plan mode: nothing is changed. Say what you would do instead.";
    return { kind: "deny", message, code: "plan-mode" };
  }
  if (mode === "full") return allow;
  switch (effect) {
    case "write":
      return decideWrite(subject, mode, question.roots);
    case "execute":
      return decideCommand(question, trust);
    case "network":
    case "send":
      return subject.kind === "service"
        ? decideService(subject, mode)
        : { kind: "ask", reason: text("approval.reason.network"), reversible: false };
    default:
      return assertNever(effect);
  }
}

/** What is read goes to the model, and cannot be called back. */
function decideRead(subject: Subject, mode: ApprovalMode): ModeVerdict {
  if (subject.kind === "service") return decideService(subject, mode);
  if (subject.kind !== "path" || subject.secret === null || mode === "full") return allow;
  return { kind: "ask", reason: text(`approval.reason.secret.${subject.secret}`), reversible: false };
}

/** What a server says of its own tool lets nothing run: the person does, tool by tool. */
function decideService({ server, isChanged, mayRun }: ServiceSubject, mode: ApprovalMode): ModeVerdict {
  if (mayRun || mode === "full") return allow;
  const reason = text(isChanged ? "approval.reason.changed" : "approval.reason.service", { server });
  return { kind: "ask", reason, reversible: false };
}

/** A command of a folder that nobody vouched for may be whatever the folder makes of it. */
async function decideCommand(
  { subject, mode, place }: PolicyQuestion,
  trust: PolicyParts["trust"],
): Promise<ModeVerdict> {
  const isOutside = subject.kind === "command" && subject.reach.kind === "asked";
  const reason = text(isOutside ? "approval.reason.outside" : "approval.reason.command");
  const ask = { kind: "ask", reason, reversible: false } as const;
  if (mode !== "auto" || subject.kind !== "command" || !subject.confined) return ask;
  return (await trust.trusts(place.workFolder)) ? allow : { ...ask, reason: text("approval.reason.untrustedFolder") };
}

function decideWrite(subject: Subject, mode: ApprovalMode, roots: Roots): ModeVerdict {
  if (subject.kind !== "path") return { kind: "ask", reason: text("approval.reason.write"), reversible: true };
  if (subject.isMemory === true) return allow;
  if (subject.acts !== null)
    return { kind: "ask", reason: text(`approval.reason.acts.${subject.acts}`), reversible: true };
  if (subject.secret !== null)
    return { kind: "ask", reason: text(`approval.reason.secret.${subject.secret}`), reversible: true };
  if (rootOf(subject.path, roots)?.kind !== "work")
    return { kind: "ask", reason: text("approval.reason.workspace"), reversible: true };
  return mode === "ask" ? { kind: "ask", reason: text("approval.reason.write"), reversible: true } : allow;
}

/**
 * Text of strangers may have told the model what to do. What it then wants to send out, or to keep for later (for other chats,
 * or for whoever runs a file by itself), is asked about anew, whatever was remembered before. A page whose address stands in what was read or said carries nothing of the chat.
 */
function freshAsk({ effect, subject, roots, context, earlierStranger }: PolicyQuestion): Verdict | null {
  const read = whatWasRead(context);
  const sends =
    effect === "send" ||
    (effect === "network" &&
      !(subject.kind === "address" && subject.method === "fetch" && read.isQuoted(subject.url))) ||
    (subject.kind === "command" && reachesOut(subject.reach));
  const keeps =
    effect === "write" &&
    subject.kind === "path" &&
    subject.access === "write" &&
    (subject.acts !== null || subject.isMemory === true || rootOf(subject.path, roots)?.kind === "workspace");
  if (!sends && !keeps) return null;
  const source = read.untrusted() ?? earlierStranger;
  if (source === null) return null;
  const reason = text(sends ? "approval.reason.sendsAfter" : "approval.reason.keepsAfter", { source });
  return { kind: "ask", reason, reversible: !sends, offers: [], stranger: source };
}

async function strangerIn(subject: Subject, roots: Roots, trust: PolicyParts["trust"]): Promise<string | null> {
  if (subject.kind === "service") return subject.server;
  if (subject.kind === "address") return subject.host;
  // What a command fetches, as far as its text tells.
  if (subject.kind === "command") return (await readCommand(subject.command)).reaches[0] ?? null;
  // What was refused told nothing.
  if (subject.kind !== "path" || subject.access !== "read" || !subject.admitted) return null;
  // What was kept there was asked about as it was kept.
  if (subject.isMemory === true) return null;
  const root = rootOf(subject.path, roots);
  // What was too long for the context may be a page, or what a server answered.
  if (root?.kind === "results") return subject.path;
  if (root !== null) return null;
  return (await trust.trusts(subject.path)) ? null : subject.path;
}

/** What is confined without a host that it may reach sends nothing out. */
function reachesOut(reach: CommandReach): boolean {
  return reach.kind !== "confined" || reach.hosts.length > 0;
}

function rootOf(path: string, roots: Roots): Root | null {
  const holding = roots.list.filter((root) => path === root.path || path.startsWith(withSeparator(root.path)));
  return holding.reduce<Root | null>(
    (best, root) => (best === null || root.path.length > best.path.length ? root : best),
    null,
  );
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}
