import { approvalModeSchema } from "./records.ts";
import { searchProviderNames } from "./web-search.ts";
import { z } from "./zod.ts";

/*
 * config.json. Every object is loose (unknown keys are kept) and has a default for everything.
 */

function section<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).prefault({} as z.input<z.ZodObject<Shape, z.core.$loose>>);
}

/** What stands in a key's place wherever one is shown; sent back in a change of settings, it leaves the key as it is. */
export const keyWord = "[key]";

const count = z.number().int().positive();

/** By the person's clock, e.g. `08:00`. */
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "a time is written like 08:00");

/** Null: no limit. Money is US dollars. */
const limits = section({
  tokens: count.nullable().default(null),
  money: z.number().positive().nullable().default(null),
});

const tokenPrice = {
  input: z.number().min(0),
  output: z.number().min(0),
  cachedInput: z.number().min(0).nullable().default(null),
  cacheWrite: z.number().min(0).nullable().exactOptional(),
};

/** US dollars for a million tokens. Also of the table that comes along; without `long` or `cacheWrite` that one's stays in force. */
export const priceSchema = z.looseObject({
  ...tokenPrice,
  /** What it costs at the provider's busiest hours; at others it costs less. */
  peak: z.literal(true).exactOptional(),
  /** For all of a request whose prompt has more than `above` tokens. */
  long: z.array(z.looseObject({ above: count, ...tokenPrice })).exactOptional(),
});

/** A host by its name, all below one (`*.example.com`), or an address of IPv4; with `:443` one port alone. */
export const allowedHostSchema = z
  .string()
  .max(260)
  .regex(
    /^(?:(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*|(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?$/i,
    "a host is written like example.com, *.example.com or example.com:443",
  );

export const providerSettingsSchema = z.looseObject({
  /** `${NAME}` of an environment variable, or `secret:NAME` of the key store. */
  apiKey: z.string().optional(),
  apiBase: z.string().optional(),
  extraHeaders: z.record(z.string(), z.string()).prefault({}),
  models: z.array(z.string()).prefault([]),
});
export type ProviderSettings = z.infer<typeof providerSettingsSchema>;

/** A program (`command`) or an address (`url`); `${NAME}` and `secret:NAME` work in the values of `env` and `headers`. */
export const mcpServerSchema = z.looseObject({
  command: z.string().optional(),
  args: z.array(z.string()).prefault([]),
  env: z.record(z.string(), z.string()).prefault({}),
  cwd: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).prefault({}),
  /** Null means all. */
  enabledTools: z.array(z.string()).nullable().default(null),
  timeoutSeconds: z.number().positive().default(30),
  enabled: z.boolean().default(true),
  /** Of a program: what it may reach where the machine can confine it. */
  sandbox: section({
    mode: z.enum(["on", "off"]).default("on"),
    hosts: z.array(allowedHostSchema).default([]),
    /** What it may write beside `cwd`; absolute, or from `~` on. */
    folders: z.array(z.string()).default([]),
  }),
});
export type McpServerSettings = z.infer<typeof mcpServerSchema>;

export const settingsSchema = z.looseObject({
  agents: section({
    defaults: section({
      model: z.string().min(1).nullable().default(null),
      provider: z.string().default("auto"),
      temperature: z.number().min(0).max(2).default(0.1),
      maxTokens: count.default(8192),
      maxToolIterations: count.default(40),
      memoryWindow: count.default(100),
      contextWindow: count.nullable().default(null),
      reasoningEffort: z.string().nullable().default(null),
      toolResultMaxChars: count.default(8000),
      maxConcurrentSubagents: count.default(4),
      subagentMaxIterations: count.default(15),
      timezone: z.string().nullable().default(null),
      fallbackModels: z.array(z.string()).default([]),
      workFolder: z.string().default("~/Assistant"),
      /** The agent profile of new chats; null: Perch as it is. */
      profile: z.string().max(100).nullable().default(null),
    }),
    turn: section({
      /** By the clock on the wall; waits for a person are not counted. */
      maxDurationSeconds: count.max(2_000_000).default(3600),
    }),
    /** For calls that nobody waits for (titles, the memory); null: the chat's own. */
    background: section({ model: z.string().min(1).nullable().default(null) }),
    /** A new chat gets a short title from a model after its first answer; else it keeps its first words. */
    titles: section({ enabled: z.boolean().default(true) }),
    unattended: section({
      maxIterations: count.default(10),
      maxTokens: count.default(100_000),
      maxDurationSeconds: count.default(300),
    }),
  }),
  providers: z.record(z.string(), providerSettingsSchema).prefault({}),
  tools: section({
    exec: section({
      timeoutSeconds: count.default(60),
      sandbox: section({
        /** `auto`: commands run confined where the machine can. */
        mode: z.enum(["auto", "off"]).default("auto"),
        /** What a confined command may reach. */
        allowedHosts: z.array(allowedHostSchema).default([]),
      }),
    }),
    restrictToWorkspace: z.boolean().default(true),
    /** How much of what files were before may be kept, and for how long. */
    undo: section({ maxMegabytes: count.default(500), days: count.default(30) }),
    web: section({
      /** Names, addresses or ranges (`192.168.1.0/24`) that may be fetched although they are not of the public internet. */
      allowPrivateHosts: z.array(z.string()).default([]),
      search: section({
        provider: z.enum(searchProviderNames).default("duckduckgo"),
        /** As of a provider of models; one of the key store counts for the search provider that it was given for alone. */
        apiKey: z.string().nullable().default(null),
        /** Of a SearXNG. */
        baseUrl: z.string().nullable().default(null),
      }),
    }),
    mcpServers: z.record(z.string(), mcpServerSchema).prefault({}),
    /** Where the catalogue of MCP servers asks, in the public format of a registry (`GET …/v0/servers`). */
    mcpRegistry: z.string().default("https://registry.modelcontextprotocol.io"),
  }),
  /** Null: the environment's; `none` or `direct`: no proxy; else an address, `${NAME}` or `secret:NAME`. */
  network: section({ proxy: z.string().nullable().default(null) }),
  /** What puts speech into words; null: nothing is chosen. */
  transcription: section({
    provider: z.string().min(1).nullable().default(null),
    model: z.string().min(1).nullable().default(null),
    /** What is spoken, e.g. `de`; null: the model finds out. */
    language: z.string().min(1).nullable().default(null),
    /** US dollars for a minute; null: what is known of the model. */
    pricePerMinute: z.number().min(0).nullable().default(null),
    /** Base addresses of which somebody said that recordings may go there. */
    agreedAddresses: z.array(z.string()).default([]),
  }),
  memory: section({
    /** Estimated tokens of MEMORY.md, which goes along with every request. */
    budgetTokens: count.default(4000),
    /** Whether what the agent wants to remember is written at once, or waits for the person. */
    apply: z.enum(["direct", "proposed"]).default("direct"),
    recall: section({
      /** What of the memory and of other chats goes along with a message; 0: nothing. */
      topK: z.number().int().min(0).max(20).default(5),
      /** What makes vectors of the memory and of chats, so that they are found by meaning; null: words alone. */
      embeddings: section({
        provider: z.string().min(1).nullable().default(null),
        model: z.string().min(1).nullable().default(null),
        /** Base addresses of which somebody said that the memory and the chats may go there. */
        agreedAddresses: z.array(z.string()).default([]),
      }),
    }),
    /** Chats are put into the log, and what has left them is summed up; `model` as of `agents.background`. */
    consolidation: section({ enabled: z.boolean().default(true), model: z.string().min(1).nullable().default(null) }),
  }),
  /** From time to time the agent looks at the open items of HEARTBEAT.md. */
  heartbeat: section({
    enabled: z.boolean().default(false),
    intervalMinutes: count.max(1440).default(30),
    /** May go over midnight; the same time twice, or null: the whole day. */
    activeHours: z
      .looseObject({ from: clockTime.default("08:00"), to: clockTime.default("20:00") })
      .nullable()
      .prefault({}),
    /** Of prompts and answers together; when they are used up there are no more beats on that day. */
    dailyTokenCap: count.min(1000).default(40_000),
    /** Null: the one that new chats have. */
    model: z.string().min(1).nullable().default(null),
    onBattery: z.enum(["run", "skip"]).default("run"),
  }),
  /** A copy of what Perch keeps, once a day at most. */
  backups: section({ daily: z.boolean().default(true) }),
  approvals: section({ mode: approvalModeSchema.default("ask") }),
  /** Skills that are switched off, by name. */
  skills: section({ disabled: z.array(z.string().max(200)).default([]) }),
  budgets: section({
    run: limits,
    chat: limits,
    day: limits,
    month: limits,
    /** The share of a limit at which it is told once. */
    warnAt: z.number().min(0).max(1).default(0.8),
  }),
  /** By `provider/model` or by the model's name alone; wins over the table that comes along. */
  prices: z.record(z.string(), priceSchema).prefault({}),
  ui: section({
    favouriteModels: z.array(z.string()).default([]),
    /** What the system tells while nobody looks; which kinds, when, and how much of it. */
    notifications: section({
      finished: z.boolean().default(true),
      needsYou: z.boolean().default(true),
      failed: z.boolean().default(true),
      news: z.boolean().default(true),
      results: z.boolean().default(true),
      /** May go over midnight; the same time twice: the whole day. Null: at any time. */
      quietHours: z
        .looseObject({ from: clockTime.default("22:00"), to: clockTime.default("07:00") })
        .nullable()
        .default(null),
      /** What stands in it, the title of the chat alone, or neither. */
      privacy: z.enum(["all", "title", "none"]).default("all"),
    }),
  }),
});
export type Settings = z.infer<typeof settingsSchema>;
