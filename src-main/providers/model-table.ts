import { join } from "node:path";
import { priceSchema } from "../../src-preload/contract/settings.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";

const count = z.number().int().positive().nullable();

const entrySchema = z.object({
  /** How the name begins, at its start or behind a prefix: `gpt-6-sol`, `groq/llama-3.3-70b`. */
  match: z.string().min(1),
  contextWindow: count,
  maxOutputTokens: count,
  images: z.boolean(),
  tools: z.boolean(),
  reasoning: z.boolean(),
  price: priceSchema.nullable(),
});
export type TableEntry = z.infer<typeof entrySchema>;

/** An entry is read once a model fits it: to read all of them would cost a start eight milliseconds. */
const tableSchema = z.object({ date: z.string(), models: z.array(z.looseObject({ match: z.string().min(1) })) });
type UnreadEntry = z.infer<typeof tableSchema>["models"][number];

/**
 * What comes along about well-known hosted models: list prices and limits of its date, for when nothing else tells. A
 * price is null where it is not known for certain: which one it is where there are several is in the README beside this.
 */
export interface ModelTable {
  /** The entry whose `match` fits with the most characters. `modelId`: `provider/model`, or the model alone. */
  find(modelId: string): TableEntry | null;
  /** The date of the prices; "" when the table cannot be read. */
  date(): string;
}

/**
 * The table of `resources/models.json`. Read at the first question and at once, since a price is asked for in the middle
 * of other work; a table that cannot be read is logged and empty, and an entry that cannot be read is logged and none.
 */
export function createModelTable({ paths, log }: Pick<Host, "paths" | "log">): ModelTable {
  let table: ReadTable | null = null;
  /** Asked for with each call of a model. */
  const found = new Map<string, TableEntry | null>();

  function read(): ReadTable {
    try {
      const content = process.getBuiltinModule("node:fs").readFileSync(join(paths.resources, "models.json"), "utf8");
      const { date, models } = tableSchema.parse(JSON.parse(content));
      return { date, entries: prepared(models) };
    } catch (cause) {
      log("error", "the table of models cannot be read", { reason: String(cause) });
      return { date: "", entries: [] };
    }
  }

  function readEntry(unread: UnreadEntry | undefined): TableEntry | null {
    if (unread === undefined) return null;
    const entry = entrySchema.safeParse(unread);
    if (entry.success) return entry.data;
    log("error", "an entry of the table of models cannot be read", {
      match: unread.match,
      reason: entry.error.message,
    });
    return null;
  }

  function once(): ReadTable {
    table ??= read();
    return table;
  }

  return {
    find(modelId) {
      const known = found.get(modelId);
      if (known !== undefined) return known;
      const { entries } = once();
      const names = spellings(modelId);
      const fitting = entries.find(({ start }) => names.some((name) => beginsWith(name, start)));
      const entry = readEntry(fitting?.entry);
      found.set(modelId, entry);
      return entry;
    },
    date: () => once().date,
  };
}

interface ReadTable {
  readonly date: string;
  readonly entries: readonly Prepared[];
}

interface Prepared {
  readonly start: string;
  readonly entry: UnreadEntry;
}

/** The longest first. */
function prepared(models: readonly UnreadEntry[]): readonly Prepared[] {
  return models
    .map((entry) => ({ start: plain(entry.match), entry }))
    .toSorted((a, b) => b.start.length - a.start.length);
}

/** The name, and what stands behind each prefix of a gateway: `openrouter/openai/gpt-5`, `us.anthropic.claude-…`. */
function spellings(modelId: string): readonly string[] {
  const starts = [...modelId.matchAll(/[/.:@](?=[a-z])/gi)].map(({ index }) => index + 1);
  return [0, ...starts].map((start) => plain(modelId.slice(start)));
}

/** `claude-sonnet-4.5` and `claude-sonnet-4-5` are one model; a slash still parts. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9/]+/g, "-");
}

/** What makes a longer name another model: more of the word, a version (a month before its year is none), a dearer way. */
const another =
  /^(?:[a-z0-9]|-(?!1[0-2]-20\d\d(?!\d))[1-9]\d?(?![a-z0-9])|-(?:fast|highspeed|lightning|prime|pro|turbo|ultra)(?![a-z0-9]))/;

/** `gpt-4` begins `gpt-4-0613`, and neither `gpt-4o` nor `gpt-4.9` nor `gpt-4-fast`: those have lines of their own, or none. */
function beginsWith(name: string, start: string): boolean {
  return name.startsWith(start) && !another.test(name.slice(start.length));
}
