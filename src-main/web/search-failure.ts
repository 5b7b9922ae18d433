import { type TextKey, text } from "../words.ts";

type SearchTrouble =
  | "no-key"
  | "key"
  | "quota"
  | "no-address"
  | "format"
  | "changed"
  | "status"
  | "redirect"
  | "unreachable"
  | "timeout"
  | "settings"
  | "aborted";

/** Why a search came to nothing, in words for a person; a model is told the same. */
export interface SearchFailure {
  readonly kind: SearchTrouble;
  readonly message: string;
  readonly nextStep: string;
  /** The same search may work a moment later. */
  readonly isPassing: boolean;
}

const words: Readonly<Record<Exclude<SearchTrouble, "settings">, readonly [TextKey, TextKey]>> = {
  "no-key": ["web.search.noKey", "web.search.next.key"],
  key: ["web.search.key", "web.search.next.key"],
  quota: ["web.search.quota", "web.search.next.quota"],
  "no-address": ["web.search.noAddress", "web.search.next.address"],
  format: ["web.search.format", "web.search.next.format"],
  changed: ["web.search.changed", "web.search.next.other"],
  status: ["web.search.status", "web.search.next.other"],
  redirect: ["web.search.redirect", "web.search.next.address"],
  unreachable: ["web.search.unreachable", "web.search.next.network"],
  timeout: ["web.search.timeout", "web.search.next.network"],
  aborted: ["web.search.aborted", "web.search.next.again"],
};

const passing: ReadonlySet<SearchTrouble> = new Set(["status", "unreachable", "timeout"]);

export interface FailureFacts {
  readonly title: string;
  readonly status?: number;
  /** The words of the other side, or of the system. */
  readonly reason?: string;
}

export function searchFailure(
  kind: keyof typeof words,
  { title, status = 0, reason = "" }: FailureFacts,
): SearchFailure {
  const [message, nextStep] = words[kind];
  const values = { title, status, reason };
  return { kind, message: text(message, values), nextStep: text(nextStep, values), isPassing: passing.has(kind) };
}

/** The settings cannot be read; their own error says what to do. */
export function settingsFailure(message: string): SearchFailure {
  return { kind: "settings", message, nextStep: "", isPassing: false };
}
