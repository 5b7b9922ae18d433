import type { ApprovalMode } from "../../src-preload/contract/records.ts";
import { type TextKey, text } from "./text.ts";

/** What Perch may do without asking, from the most careful on. */
export interface OfferedMode {
  readonly mode: ApprovalMode;
  readonly label: TextKey;
  /** What that means, in a line. */
  readonly words: TextKey;
}

export const offeredModes: readonly OfferedMode[] = [
  { mode: "ask", label: "mode.ask", words: "mode.askWords" },
  { mode: "accept-edits", label: "mode.acceptEdits", words: "mode.acceptEditsWords" },
  { mode: "plan", label: "mode.plan", words: "mode.planWords" },
  { mode: "auto", label: "mode.auto", words: "mode.autoWords" },
  { mode: "full", label: "mode.full", words: "mode.fullWords" },
];

/** As a menu shows them. */
export const modeChoices = offeredModes.map(({ mode, label, words }) => ({
  value: mode,
  label: text(label),
  words: text(words),
  isRisky: mode === "full",
}));

/** The next one by the key. A key that is pressed once too often must not let commands run: what does is chosen by name. */
export function modeAfter(mode: ApprovalMode): ApprovalMode {
  const round = offeredModes.filter(({ mode: offered }) => offered !== "full" && offered !== "auto");
  const at = round.findIndex((offered) => offered.mode === mode);
  return round[(at + 1) % round.length]?.mode ?? "ask";
}
