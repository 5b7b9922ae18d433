import type { ContractError } from "../../src-preload/contract/errors.ts";
import { assertNever, type Result } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import { text } from "../words.ts";
import type { Style } from "./terminal/styled-line.ts";

interface SentWords {
  readonly words: string;
  readonly style?: Style;
}

/** What is said of a message once it was sent; null: its run tells of itself. */
export function sentWords(sent: Result<SendReceipt, ContractError>): SentWords | null {
  if (!sent.ok) return { words: sent.error.message };
  switch (sent.value.kind) {
    case "answered":
      return { words: sent.value.text };
    case "steered":
    case "queued":
      return { words: text("cli.busy"), style: { dim: true } };
    case "started":
      return null;
    default:
      return assertNever(sent.value);
  }
}
