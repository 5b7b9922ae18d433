import type { McpField, McpFieldInput, McpFieldValue } from "./mcp-asks.ts";
import { ownValue } from "./own-value.ts";

/* What is typed for the fields of a server's question, and whether it fits. Pure: the window, the terminal and the agent share it. */

/** Why a value does not fit: a sentence of the catalogue (`ask.wrong.CODE`) with what goes into it. */
export interface FieldProblem {
  readonly code:
    | "missing"
    | "email"
    | "uri"
    | "date"
    | "date-time"
    | "short"
    | "long"
    | "number"
    | "whole"
    | "small"
    | "large"
    | "truth"
    | "choice"
    | "few"
    | "many";
  readonly limit: number;
}

export type Values = Readonly<Record<string, McpFieldValue>>;

/** What stands in the fields at first. */
export function initialValues(fields: readonly McpField[]): Values {
  return Object.fromEntries(
    fields.flatMap(({ name, input }) => (input.initial === null ? [] : [[name, input.initial] as const])),
  );
}

/** Empty fields are left out, others than those that are asked for too. */
export function filledValues(fields: readonly McpField[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap(({ name, isRequired, input }) => {
      const value = ownValue(values, name);
      if (value === undefined || value === "") return [];
      const isNone = Array.isArray(value) && value.length === 0 && !isRequired && input.kind === "choices";
      return isNone ? [] : [[name, value] as const];
    }),
  );
}

/** The first field whose value does not fit; null where all do. */
export function wrongField(
  fields: readonly McpField[],
  values: Values,
): { readonly field: McpField; readonly problem: FieldProblem } | null {
  for (const field of fields) {
    const problem = problemOf(field, ownValue(values, field.name));
    if (problem !== null) return { field, problem };
  }
  return null;
}

export function problemOf({ isRequired, input }: McpField, value: McpFieldValue | undefined): FieldProblem | null {
  if (value === undefined || value === "") return isRequired ? wrong("missing") : null;
  switch (input.kind) {
    case "text":
      return typeof value === "string" ? problemOfText(input, value) : wrong("missing");
    case "number":
      return problemOfNumber(input, value);
    case "truth":
      return typeof value === "boolean" ? null : wrong("truth");
    case "choice":
      return input.choices.some((choice) => choice.value === value) ? null : wrong("choice");
    case "choices":
      return problemOfChoices(input, value, isRequired);
    default: {
      const never: never = input;
      return never;
    }
  }
}

function wrong(code: FieldProblem["code"], limit = 0): FieldProblem {
  return { code, limit };
}

type Input<Kind extends McpFieldInput["kind"]> = Extract<McpFieldInput, { kind: Kind }>;

function problemOfText({ format, least, most }: Input<"text">, value: string): FieldProblem | null {
  const length = [...value].length;
  if (length < least) return wrong("short", least);
  if (length > most) return wrong("long", most);
  return format === null || fits[format](value) ? null : wrong(format);
}

const fits: Readonly<Record<NonNullable<Input<"text">["format"]>, (value: string) => boolean>> = {
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
  uri: (value) => URL.canParse(value),
  date: isDay,
  "date-time": (value) => {
    const [, day = ""] =
      /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})$/.exec(value) ?? [];
    return isDay(day) && !Number.isNaN(Date.parse(value));
  },
};

/** A day that the calendar has. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function problemOfNumber({ isWhole, least, most }: Input<"number">, value: McpFieldValue): FieldProblem | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return wrong(isWhole ? "whole" : "number");
  if (isWhole && !Number.isInteger(value)) return wrong("whole");
  if (least !== null && value < least) return wrong("small", least);
  return most !== null && value > most ? wrong("large", most) : null;
}

function problemOfChoices(
  { choices, least, most }: Input<"choices">,
  value: McpFieldValue,
  isRequired: boolean,
): FieldProblem | null {
  if (!Array.isArray(value)) return wrong("choice");
  const chosen: readonly string[] = value;
  if (chosen.length === 0 && !isRequired) return null;
  const isKnown = chosen.every((one) => choices.some((choice) => choice.value === one));
  if (!isKnown || new Set(chosen).size < chosen.length) return wrong("choice");
  if (chosen.length < least) return wrong("few", least);
  return chosen.length > most ? wrong("many", most) : null;
}
