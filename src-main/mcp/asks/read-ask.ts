import type { ElicitRequestParams } from "@modelcontextprotocol/client";
import type { McpAsked, McpChoice, McpField, McpFieldInput } from "../../../src-preload/contract/mcp-asks.ts";
import { fail, ok, type Result } from "../../../src-preload/contract/result.ts";
import { type Fields, fieldsOf, isText } from "../fields.ts";
import { plain } from "../plain-text.ts";

/** What a person can look through. */
const mostFields = 50;
const mostChoices = 500;
const mostNameChars = 300;
const mostTitleChars = 200;
const mostDescriptionChars = 1000;
const mostTextChars = 100_000;
const mostAddressChars = 4000;
export const mostMessageChars = 4000;

/** The names by which passwords and keys go. */
const secretName =
  /pass(?:word|phrase|code|wd)?s?(?![a-z])|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credential|\bpin\b|\bcvv\b|\botp\b/i;

/**
 * What a server asks for, as it is shown: plain text, at most so long. What cannot be asked is a failure with the reason in the
 * words of the protocol, for the server.
 */
export function readAsk(params: ElicitRequestParams, redact: (text: string) => string): Result<McpAsked, string> {
  if (params.mode === "url") return readAddress(params.url);
  const { properties, required = [] } = params.requestedSchema;
  const entries = Object.entries(properties);
  if (entries.length > mostFields) return fail(`a form has at most ${mostFields} fields`);
  const said = (words: unknown, most: number): string =>
    isText(words) ? redact(plain(words)).trim().slice(0, most) : "";
  const fields: McpField[] = [];
  for (const [name, schema] of entries) {
    const given = fieldsOf(schema) ?? {};
    const input = readInput(given);
    if (name === "" || name.length > mostNameChars) return fail("the name of a field is too long, or empty");
    if (input === null) return fail(`the field ${name} is of a kind that a form does not have`);
    const title = said(given["title"], mostTitleChars);
    fields.push({
      name,
      title: title === "" ? said(name, mostTitleChars) : title,
      description: said(given["description"], mostDescriptionChars),
      isRequired: required.includes(name),
      isSecret: input.kind === "text" && secretName.test(`${name.replace(/([a-z])([A-Z])/g, "$1 $2")} ${title}`),
      input,
    });
  }
  return ok({ kind: "form", fields });
}

/** Nothing but a web page is opened; its host is told as the browser would read it. */
export function readAddress(given: string): Result<McpAsked, string> {
  const address = URL.canParse(given) && given.length <= mostAddressChars ? new URL(given) : null;
  if (address === null || !["http:", "https:"].includes(address.protocol)) return fail("the address is no web page");
  return ok({ kind: "address", url: address.href, host: address.host });
}

function readInput(given: Fields): McpFieldInput | null {
  switch (given["type"]) {
    case "boolean":
      return { kind: "truth", initial: given["default"] === true };
    case "number":
    case "integer":
      return readNumber(given);
    case "string":
      return readTextOrChoice(given);
    case "array":
      return readChoices(given);
    default:
      return null;
  }
}

function numberIn(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function readNumber(given: Fields): McpFieldInput {
  const isWhole = given["type"] === "integer";
  const [least, most, initial] = [given["minimum"], given["maximum"], given["default"]].map(numberIn);
  return { kind: "number", isWhole, least: least ?? null, most: most ?? null, initial: initial ?? null };
}

function readTextOrChoice(given: Fields): McpFieldInput | null {
  const initial = isText(given["default"]) ? given["default"] : null;
  const choices = choicesIn(given);
  if (choices !== null) {
    const isOne = choices.some(({ value }) => value === initial);
    return choices.length === 0 || choices.length > mostChoices
      ? null
      : { kind: "choice", choices, initial: isOne ? initial : null };
  }
  const { format } = given;
  const isKnown = format === "email" || format === "uri" || format === "date" || format === "date-time";
  return {
    kind: "text",
    format: isKnown ? format : null,
    least: Math.max(0, numberIn(given["minLength"]) ?? 0),
    most: Math.min(mostTextChars, Math.max(0, numberIn(given["maxLength"]) ?? mostTextChars)),
    initial: (initial ?? "").slice(0, mostTextChars),
  };
}

function readChoices(given: Fields): McpFieldInput | null {
  const choices = choicesIn(fieldsOf(given["items"]) ?? {});
  if (choices === null || choices.length === 0 || choices.length > mostChoices) return null;
  const chosen = Array.isArray(given["default"]) ? given["default"] : [];
  return {
    kind: "choices",
    choices,
    least: Math.max(0, numberIn(given["minItems"]) ?? 0),
    most: Math.min(choices.length, Math.max(0, numberIn(given["maxItems"]) ?? choices.length)),
    initial: choices.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])),
  };
}

/** In all the ways that the protocol has had; null where there are none. The same one twice is one. */
function choicesIn(given: Fields): readonly McpChoice[] | null {
  const { enum: values, enumNames } = given;
  const titled = given["oneOf"] ?? given["anyOf"];
  const names = Array.isArray(enumNames) ? enumNames : [];
  const pairs: readonly (readonly [unknown, unknown])[] | null = Array.isArray(titled)
    ? titled.map((one) => [fieldsOf(one)?.["const"], fieldsOf(one)?.["title"]] as const)
    : Array.isArray(values)
      ? values.map((value, index) => [value, names[index]] as const)
      : null;
  if (pairs === null) return null;
  const choices = new Map<string, McpChoice>();
  for (const [value, name] of pairs) {
    if (!isText(value) || choices.has(value)) continue;
    const label = plain(isText(name) && name.trim() !== "" ? name : value).slice(0, mostTitleChars);
    choices.set(value, { value, label });
  }
  return [...choices.values()];
}
