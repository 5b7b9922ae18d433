import { filledValues, problemOf, type Values } from "../../src-preload/contract/mcp-ask-values.ts";
import type { McpAsk, McpAskAction, McpField, McpFieldValue } from "../../src-preload/contract/mcp-asks.ts";
import { revealLine, revealWords } from "../../src-preload/contract/reveal-controls.ts";
import { text } from "../words.ts";
import { dim, type Line, line, type Style, span } from "./terminal/styled-line.ts";

const warning: Style = { colour: "yellow" };

/** What came of a typed line. `goes on`: the next thing is asked, after these lines. */
export type AskStep =
  | { readonly kind: "goes-on"; readonly lines: readonly Line[] }
  | { readonly kind: "answered"; readonly action: McpAskAction; readonly values: Values };

/**
 * A question of a server on a terminal, a line at a time: first whether it is answered at all, then each field of its form. A
 * `-`, or an empty line, takes what stands in brackets, or leaves the field out.
 */
export class AskFlow {
  readonly ask: McpAsk;
  readonly #fields: readonly McpField[];
  #at = -1;
  #values: Values = {};

  constructor(ask: McpAsk) {
    this.ask = ask;
    this.#fields = ask.asked.kind === "form" ? ask.asked.fields : [];
  }

  /** What is asked, and by whom. */
  get card(): readonly Line[] {
    const { server, message, asked } = this.ask;
    const said = message === "" ? [] : revealWords(message).split("\n");
    return [
      [span(`? ${text(`ask.title.${asked.kind}`, { server: revealLine(server) })}`, { colour: "yellow", bold: true })],
      ...said.map((words) => line(`  ${words}`)),
      ...(asked.kind === "address"
        ? [line(`  ${text("ask.host")}: ${asked.host}`, warning), line(`  ${asked.url}`)]
        : this.#fields.map(({ title }) => dim(`  - ${revealLine(title)}`))),
      dim(`  ${text("ask.notChecked")}`),
    ];
  }

  /** What stands before the answer. */
  get prompt(): string {
    const field = this.#field;
    if (field === null) return text(this.ask.asked.kind === "address" ? "cli.askServerOpen" : "cli.askServer");
    const { title, isRequired, input } = field;
    const [name, first] = [revealLine(title), revealLine(wordsOf(input.initial))];
    if (first !== "") return text("cli.askFilled", { name, first });
    return text(isRequired ? "cli.askNeeded" : "cli.askOptional", { name });
  }

  /** Another one for each thing that is asked. */
  get id(): string {
    return `${this.ask.id} ${this.#at}`;
  }

  take(typed: string): AskStep {
    const field = this.#field;
    return field === null ? this.#begin(typed.trim()) : this.#fill(field, typed.trim());
  }

  get #field(): McpField | null {
    return this.#fields[this.#at] ?? null;
  }

  #begin(word: string): AskStep {
    if (/^(?:n|no)$/i.test(word)) return { kind: "answered", action: "decline", values: {} };
    if (/^(?:c|cancel)$/i.test(word)) return { kind: "answered", action: "cancel", values: {} };
    if (!/^(?:y|yes)$/i.test(word)) return { kind: "goes-on", lines: [dim(text("cli.askServerAgain"))] };
    return this.#next();
  }

  #fill(field: McpField, typed: string): AskStep {
    const value = typed === "" || typed === "-" ? field.input.initial : readTyped(field, typed);
    const problem = problemOf(field, value ?? undefined);
    if (problem !== null) {
      return { kind: "goes-on", lines: [line(text(`ask.wrong.${problem.code}`, { limit: problem.limit }), warning)] };
    }
    if (value !== null) this.#values = { ...this.#values, [field.name]: value };
    return this.#next();
  }

  #next(): AskStep {
    this.#at += 1;
    const field = this.#field;
    if (field === null) {
      return { kind: "answered", action: "accept", values: filledValues(this.#fields, this.#values) };
    }
    return { kind: "goes-on", lines: linesOf(field) };
  }
}

function linesOf({ description, isSecret, input }: McpField): readonly Line[] {
  const choices = input.kind === "choice" || input.kind === "choices" ? input.choices : [];
  return [
    ...(description === "" ? [] : [dim(`  ${revealLine(description)}`)]),
    ...choices.map(({ label }, index) => dim(`  ${index + 1}. ${revealLine(label)}`)),
    ...(input.kind === "choices" ? [dim(`  ${text("cli.askSeveral")}`)] : []),
    ...(isSecret ? [line(`  ${text("ask.secret")}`, warning)] : []),
  ];
}

function wordsOf(value: McpFieldValue | null): string {
  if (value === null) return "";
  if (typeof value === "boolean") return text(value ? "cli.askYes" : "cli.askNo");
  return typeof value === "object" ? value.join(", ") : String(value);
}

/** As it was typed where it is nothing of the field's kind: that is told then. */
function readTyped({ input }: McpField, typed: string): McpFieldValue {
  switch (input.kind) {
    case "text":
      return typed;
    case "number":
      return Number.isFinite(Number(typed)) ? Number(typed) : typed;
    case "truth":
      if (/^(?:y|yes|true)$/i.test(typed)) return true;
      return /^(?:n|no|false)$/i.test(typed) ? false : typed;
    case "choice":
      return chosen(input.choices, typed);
    case "choices":
      return typed.split(",").map((one) => chosen(input.choices, one.trim()));
    default: {
      const never: never = input;
      return never;
    }
  }
}

/** By its number, its name or its value. */
function chosen(choices: readonly { readonly value: string; readonly label: string }[], typed: string): string {
  const byNumber = /^\d+$/.test(typed) ? choices[Number(typed) - 1] : undefined;
  const named = choices.find(({ value, label }) => value === typed || label.toLowerCase() === typed.toLowerCase());
  return (byNumber ?? named)?.value ?? typed;
}
