import type { Price } from "../../src-preload/contract/providers.ts";
import { priceSchema } from "../../src-preload/contract/settings.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { parseJson } from "../models/json.ts";
import type { Quirks } from "../models/quirks.ts";
import type { ModelLimits } from "./window-fields.ts";

/** A model at an address: what is true of it there need not be true elsewhere. */
export interface ModelAtAddress {
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
  /** When it was learnt, in milliseconds since 1970. */
  at: z.number().default(0),
});
export type LearntWindow = z.infer<typeof windowSchema>;

const quirksSchema = z.object({
  api: z.exactOptional(z.enum(["chat", "responses"])),
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
  takesTools: flag,
  refusedTools: z.exactOptional(z.array(z.string())),
  mostTools: z.exactOptional(tokens),
  mostDescriptionChars: z.exactOptional(tokens),
  bridgesResults: flag,
  asksSummary: flag,
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
  /** What the provider's list last told that it costs; null where it told nothing. */
  price: priceSchema.nullable().default(null),
  /** Whether it called a tool when it was last asked to; null before that. */
  tools: z.boolean().nullable().default(null),
});

/**
 * What one model taught: the window that an overflow told, in what its endpoint differs from what is known of it, what its
 * list told, and whether it calls tools.
 */
export interface Lesson {
  readonly window: LearntWindow | null;
  readonly quirks: Partial<Quirks>;
  readonly listed: ModelLimits | null;
  readonly price: Price | null;
  readonly tools: boolean | null;
}

/** How a provider stood when a model of it last answered. */
const answerSchema = z.object({ state: z.enum(["ready", "talks-only"]), model: z.string() });
export type LastAnswer = Readonly<z.infer<typeof answerSchema>>;

const modelRowSchema = lessonSchema.extend({ address: z.string().min(1), model: z.string() });
const providerRowSchema = answerSchema.extend({ name: z.string().min(1), address: z.string().min(1) });
const fileSchema = z.object({ models: z.array(z.unknown()), providers: z.array(z.unknown()).default([]) });

/** The oldest first; keys as `lessonKey` and `answerKey` make them. */
export interface LearntFile {
  readonly lessons: ReadonlyMap<string, Lesson>;
  readonly answers: ReadonlyMap<string, LastAnswer>;
}

export function lessonKey({ address, model }: ModelAtAddress): string {
  return `${address} ${model}`;
}

/** `name`: plain. */
export function answerKey(name: string, address: string): string {
  return `${name} ${address}`;
}

/** Null when it is no such file; rows of another shape are left out. */
export function parseLearnt(content: string): LearntFile | null {
  const file = fileSchema.safeParse(parseJson(content));
  if (!file.success) return null;
  const lessons = file.data.models.flatMap((row) => {
    const parsed = modelRowSchema.safeParse(row);
    if (!parsed.success) return [];
    const { address, model, ...lesson } = parsed.data;
    return [[lessonKey({ address, model }), lesson] as const];
  });
  const answers = file.data.providers.flatMap((row) => {
    const parsed = providerRowSchema.safeParse(row);
    if (!parsed.success) return [];
    const { name, address, ...answer } = parsed.data;
    return [[answerKey(name, address), answer] as const];
  });
  return { lessons: new Map(lessons), answers: new Map(answers) };
}

export function learntText({ lessons, answers }: LearntFile): string {
  const models = [...lessons].map(([key, lesson]) => {
    const [address, model] = parts(key);
    return { address, model, ...lesson };
  });
  const providers = [...answers].map(([key, answer]) => {
    const [name, address] = parts(key);
    return { name, address, ...answer };
  });
  return `${JSON.stringify({ models, providers }, null, 2)}\n`;
}

/** What stands before the first space, and behind it. */
function parts(key: string): readonly [string, string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}
