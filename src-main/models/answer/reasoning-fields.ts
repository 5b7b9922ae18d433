import { isObject, textOf } from "../json.ts";
import type { WireDelta } from "../wire-types.ts";

/** The reasoning of a delta or message, whatever the field is called. The same text in two fields counts once. */
export function reasoningOf(delta: WireDelta): string {
  return (
    textOf(delta.reasoning_content) ||
    textOf(delta.reasoning) ||
    textOf(delta.reasoning_text) ||
    textOf(delta.thinking) ||
    detailsText(delta.reasoning_details)
  );
}

function detailsText(details: unknown): string {
  if (!Array.isArray(details)) return "";
  let text = "";
  for (const detail of details) if (isObject(detail)) text += textOf(detail["text"]) || textOf(detail["summary"]);
  return text;
}

/** A content list, as some providers send it in place of a text. */
export function partsOf(content: readonly unknown[]): { readonly text: string; readonly reasoning: string } {
  let text = "";
  let reasoning = "";
  for (const part of content) {
    if (typeof part === "string") text += part;
    if (!isObject(part)) continue;
    if (part["thinking"] !== undefined) reasoning += nestedText(part["thinking"]);
    else if (part["type"] === "reasoning") reasoning += nestedText(part["reasoning"] ?? part["text"]);
    else text += textOf(part["text"]);
  }
  return { text, reasoning };
}

function nestedText(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value)
    ? value.map((part) => (isObject(part) ? textOf(part["text"]) : textOf(part))).join("")
    : "";
}
