import { sep } from "node:path";
import type { ApprovalMode, Effect } from "../../src-preload/contract/records.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import type { CommandFacts } from "./command-facts.ts";
import type { Root, Roots } from "./roots.ts";
import type { ServiceSubject, Subject } from "./subject.ts";

/** One call before it runs. */
interface PolicyQuestion {
  readonly tool: string;
  readonly effect: Effect;
  readonly subject: Subject;
  readonly mode: ApprovalMode;
  readonly roots: Roots;
}

export type Verdict =
  | { readonly kind: "allow" }
  /** `reason` is shown to the person. */
  | { readonly kind: "ask"; readonly reason: string; readonly reversible: boolean }
  /** `message` is read by the model. */
  | { readonly kind: "deny"; readonly message: string };

export interface Policy {
  decide(question: PolicyQuestion): Verdict;
  /** What the text of a command tells of it. Decides nothing: a command asks whatever it says. */
  readCommand(command: string): Promise<CommandFacts>;
}

const allow: Verdict = { kind: "allow" };

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

/**
 * The first form of the policy: reading is free inside the roots (the file tools keep to them), writing and commands
 * ask, unless the chat's mode says otherwise. What holds secrets, and what others run or trust, is asked about in every
 * mode but full.
 */
export function createPolicy(): Policy {
  return {
    // What reads a shell is loaded where one is asked about: no start pays for it.
    readCommand: async (command) => (await import("./command-facts.ts")).commandFacts(command),
    decide(question) {
      const { effect, mode, subject } = question;
      if (effect === "read") return decideRead(subject, mode);
      if (mode === "plan") {
        return {
          kind: "deny",
          message: "This chat is in plan mode: nothing is changed. Say what you would do instead.",
        };
      }
      if (mode === "full") return allow;
      switch (effect) {
        case "write":
          return decideWrite(subject, mode, question.roots);
        case "execute":
          if (mode === "auto" && subject.kind === "command" && subject.confined) return allow;
          return { kind: "ask", reason: commandReason(subject), reversible: false };
        case "network":
        case "send":
          return subject.kind === "service"
            ? decideService(subject, mode)
            : { kind: "ask", reason: text("approval.reason.network"), reversible: false };
        default:
          return assertNever(effect);
      }
    },
  };
}

function commandReason(subject: Subject): string {
  const isOutside = subject.kind === "command" && subject.reach.kind === "asked";
  return text(isOutside ? "approval.reason.outside" : "approval.reason.command");
}

/** What is read goes to the model, and cannot be called back. */
function decideRead(subject: Subject, mode: ApprovalMode): Verdict {
  if (subject.kind === "service") return decideService(subject, mode);
  if (subject.kind !== "path" || subject.secret === null || mode === "full") return allow;
  return { kind: "ask", reason: text(`approval.reason.secret.${subject.secret}`), reversible: false };
}

/** What a server says of its own tool lets nothing run: the person does, tool by tool. */
function decideService({ server, isChanged, mayRun }: ServiceSubject, mode: ApprovalMode): Verdict {
  if (mayRun || mode === "full") return allow;
  const reason = text(isChanged ? "approval.reason.changed" : "approval.reason.service", { server });
  return { kind: "ask", reason, reversible: false };
}

function decideWrite(subject: Subject, mode: Exclude<ApprovalMode, "plan" | "full">, roots: Roots): Verdict {
  if (subject.kind !== "path") return { kind: "ask", reason: text("approval.reason.write"), reversible: true };
  if (subject.acts !== null)
    return { kind: "ask", reason: text(`approval.reason.acts.${subject.acts}`), reversible: true };
  if (subject.secret !== null)
    return { kind: "ask", reason: text(`approval.reason.secret.${subject.secret}`), reversible: true };
  const root = rootOf(subject.path, roots);
  if (root?.kind !== "work") return { kind: "ask", reason: text("approval.reason.workspace"), reversible: true };
  return mode === "ask" ? { kind: "ask", reason: text("approval.reason.write"), reversible: true } : allow;
}
