import { join } from "node:path";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import { sweepTempFiles, writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../storage/storage-error.ts";
import { parseJson } from "./json.ts";
import type { Quirks } from "./quirks.ts";
import type { ModelLimits } from "./window-fields.ts";

/** A model at an address: what is true of it there need not be true elsewhere. */
export interface ModelPlace {
  /** As `addressOfBase` writes it. */
  readonly address: string;
  readonly model: string;
}

const tokens = z.number().int().positive();
const flag = z.exactOptional(z.boolean());

const windowSchema = z.object({
  tokens,
  /** What the provider's list said then: once it says another number, the lesson is old. */
  listed: tokens.nullable(),
});
export type LearntWindow = z.infer<typeof windowSchema>;

const quirksSchema = z.object({
  reasoningBack: z.exactOptional(z.enum(["never", "with-calls", "always"])),
  maxTokensField: z.exactOptional(z.enum(["max_tokens", "max_completion_tokens", "none"])),
  sendsTemperature: flag,
  sendsReasoningEffort: flag,
  effortWithTools: z.exactOptional(z.enum(["asked", "none"])),
  sendsStreamOptions: flag,
  sendsCallExtras: flag,
  callIds: z.exactOptional(z.enum(["any", "word", "nine"])),
  hasSystemRole: flag,
  joinsRoles: flag,
  takesImages: flag,
  bridgesResults: flag,
});

const limitsSchema = z.object({
  contextWindow: tokens.nullable(),
  maxInputTokens: tokens.nullable(),
  maxOutputTokens: tokens.nullable(),
});

const lessonSchema = z.object({
  window: windowSchema.nullable(),
  quirks: quirksSchema,
  /** What the provider's list last told, also when that was nothing; null before it was read. */
  listed: limitsSchema.nullable().default(null),
});
/**
 * What one model taught: the window that an overflow told, in what its endpoint differs from what is known of it, and what
 * its list told.
 */
export interface Lesson {
  readonly window: LearntWindow | null;
  readonly quirks: Partial<Quirks>;
  readonly listed: ModelLimits | null;
}

const rowSchema = lessonSchema.extend({ address: z.string().min(1), model: z.string() });
const fileSchema = z.object({ models: z.array(z.unknown()) });

/** The oldest lessons leave when there are more. */
export const mostLessons = 300;
const maxFileBytes = 1024 * 1024;

/** What endpoints taught, remembered across restarts in `models.json` of the home. Nothing here ever fails a turn. */
export interface LearntModels {
  /** Reads the file, once. A broken one is set aside. */
  load(): Promise<void>;
  /** Null when nothing was learnt, and before `load`. */
  of(place: ModelPlace): Lesson | null;
  /** Counts at once, and is written in the background. */
  learn(place: ModelPlace, lesson: Partial<Lesson>): void;
  /** Waits until what was learnt is on the disk. */
  settled(): Promise<void>;
}

const nothing: Lesson = { window: null, quirks: {}, listed: null };

export function createLearntModels(host: Host, files: FileSystem): LearntModels {
  const path = join(host.paths.home, "models.json");
  /** By address and model, the oldest lesson first. */
  let lessons: ReadonlyMap<string, Lesson> = new Map();
  let loading: Promise<void> | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isWaiting = false;
  let isSwept = false;

  async function read(): Promise<void> {
    const content = await readText(path, host, files);
    if (content === null) return;
    const rows = content.length > maxFileBytes ? null : parseRows(content);
    if (rows === null) await setAside(path, host, files);
    // What was learnt while the file was read is newer.
    else lessons = new Map([...rows, ...lessons]);
  }

  async function save(): Promise<void> {
    await load();
    isWaiting = false;
    if (!isSwept) await sweepTempFiles(host.paths.home, files, "models.json");
    isSwept = true;
    const written = await writeFileAtomic(path, textOf(lessons), { files, mode: 0o600 });
    if (!written.ok) host.log("warn", "what a model taught was not kept", { reason: written.error.message });
  }

  function load(): Promise<void> {
    loading ??= read();
    return loading;
  }

  return {
    load,
    of: (place) => lessons.get(keyOf(place)) ?? null,
    learn(place, lesson) {
      const key = keyOf(place);
      const before = lessons.get(key) ?? nothing;
      const next = { ...before, ...lesson, quirks: { ...before.quirks, ...lesson.quirks } };
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      const others = [...lessons].filter(([other]) => other !== key);
      lessons = new Map([...others, [key, next] as const].slice(-mostLessons));
      if (isWaiting) return;
      isWaiting = true;
      writing = writing.then(save);
    },
    settled: () => writing,
  };
}

function keyOf({ address, model }: ModelPlace): string {
  return `${address} ${model}`;
}

async function readText(path: string, { log }: Host, files: FileSystem): Promise<string | null> {
  try {
    return await files.readFile(path, "utf8");
  } catch (cause) {
    if (!isMissing(cause)) log("warn", "what models taught cannot be read", { path, reason: String(cause) });
    return null;
  }
}

/** Null when it is no such file; rows of another shape are left out. */
function parseRows(content: string): readonly (readonly [string, Lesson])[] | null {
  const file = fileSchema.safeParse(parseJson(content));
  if (!file.success) return null;
  return file.data.models.flatMap((row) => {
    const parsed = rowSchema.safeParse(row);
    if (!parsed.success) return [];
    const { address, model, ...lesson } = parsed.data;
    return [[keyOf({ address, model }), lesson] as const];
  });
}

function textOf(lessons: ReadonlyMap<string, Lesson>): string {
  const models = [...lessons].map(([key, lesson]) => {
    const space = key.indexOf(" ");
    return { address: key.slice(0, space), model: key.slice(space + 1), ...lesson };
  });
  return `${JSON.stringify({ models }, null, 2)}\n`;
}

async function setAside(path: string, { log }: Host, files: FileSystem): Promise<void> {
  const aside = `${path}.broken`;
  try {
    await files.rename(path, aside);
    log("warn", "what models taught could not be understood and was set aside", { path: aside });
  } catch (cause) {
    log("warn", "what models taught could not be understood", { path, reason: String(cause) });
  }
}
