import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { FoundPage } from "./search-provider.ts";

/** Under which names the parts of a found page stand; the first that has words counts. */
interface PageFields {
  readonly title: string;
  readonly url: string;
  readonly words: readonly string[];
}

/** The list at `path` as pages; null where there is no such list. */
export function pagesAt(answer: string, path: readonly string[], fields: PageFields): readonly FoundPage[] | null {
  const list = path.reduce<unknown>((value, name) => fieldOf(value, name), parsed(answer));
  if (!Array.isArray(list)) return null;
  return list.map((item: unknown) => ({
    title: textOf(fieldOf(item, fields.title)),
    url: textOf(fieldOf(item, fields.url)),
    words: fields.words.map((name) => textOf(fieldOf(item, name))).find((words) => words !== "") ?? "",
  }));
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Undefined for what is no JSON. */
export function parsed(answer: string): unknown {
  try {
    return parseBoundedJson(answer);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((part) => typeof part === "string").join(" … ");
  return typeof value === "string" ? value : "";
}
