import type { ElicitResult, ServerContext } from "@modelcontextprotocol/server";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { text } from "../../words.ts";
import { approvalCard } from "../terminal/approval-card.ts";
import { textOf } from "../terminal/styled-line.ts";

type Answer = { readonly decision: "allow-once" | "deny"; readonly note?: string };

interface Asking {
  readonly elicit: ServerContext["mcpReq"]["elicitInput"];
  /** It is decided elsewhere, or nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/**
 * Asks in the other program, with all that the card of Perch says. Null: nothing was decided there. A form that is closed is no
 * denial: the question still stands in the Inbox.
 */
export async function askFor(approval: PendingApproval, { elicit, signal }: Asking): Promise<Answer | null> {
  // What is offered beyond once belongs to Perch.
  const { offers: _, ...subject } = approval.subject;
  const message = approvalCard({ ...approval, subject }, true)
    .map(textOf)
    .join("\n");
  try {
    return answerOf(await elicit({ mode: "form", message, requestedSchema: form() }, { signal, timeout: longestMs }));
  } catch {
    // The other program cannot show it after all, or it was decided elsewhere.
    return null;
  }
}

/** A person may think for so long. */
const longestMs = 24 * 3_600_000;

function form() {
  const decision = {
    type: "string" as const,
    title: text("mcpServe.form.decision"),
    oneOf: [
      { const: "allow-once", title: text("mcpServe.form.allow") },
      { const: "deny", title: text("mcpServe.form.deny") },
    ],
  };
  const note = { type: "string" as const, title: text("mcpServe.form.note"), maxLength: 2000 };
  return { type: "object" as const, properties: { decision, note }, required: ["decision"] };
}

function answerOf({ action, content }: ElicitResult): Answer | null {
  if (action === "decline") return { decision: "deny" };
  const decision = content?.["decision"];
  if (action !== "accept" || (decision !== "allow-once" && decision !== "deny")) return null;
  const note = content?.["note"];
  return typeof note === "string" && note.trim() !== "" ? { decision, note: note.slice(0, 2000) } : { decision };
}
