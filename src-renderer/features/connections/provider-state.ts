import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { type TextKey, text } from "../../ui/text.ts";

export interface StateWords {
  readonly word: string;
  readonly dot: "ok" | "failed" | "plain" | "off";
  readonly chip: "done" | "failed" | "";
}

const states: Readonly<Record<ProviderRow["state"], { readonly word: TextKey } & Omit<StateWords, "word">>> = {
  ready: { word: "connection.ready", dot: "ok", chip: "done" },
  "talks-only": { word: "connection.talksOnly", dot: "plain", chip: "" },
  "no-key": { word: "connection.noKey", dot: "off", chip: "" },
  "key-refused": { word: "connection.keyRefused", dot: "failed", chip: "failed" },
  "not-running": { word: "connection.notRunning", dot: "off", chip: "" },
  failed: { word: "connection.failed", dot: "failed", chip: "failed" },
  "not-tested": { word: "connection.notTested", dot: "off", chip: "" },
};

/** How a provider stands, as a word with its dot. */
export function stateOf(row: ProviderRow): StateWords {
  if (row.kind === "practice") return { word: text("connection.builtIn"), dot: "ok", chip: "done" };
  const { word, ...rest } = states[row.state];
  return { word: text(word), ...rest };
}

/** What stands in the list: what is set up or runs here, and what is looked at. */
export function listedRows(rows: readonly ProviderRow[], current: string | null): readonly ProviderRow[] {
  return rows.filter((row) => row.isSetUp || row.name === current);
}

/** Where it is: on this computer, or the host that it is asked at. */
export function placeWords({ kind, apiBase }: ProviderRow): string {
  if (kind === "practice") return "";
  if (kind === "local") return text("connection.local");
  return apiBase !== null && URL.canParse(apiBase) ? new URL(apiBase).host : "";
}
