import { plainQuirks, type Quirks } from "./quirks.ts";

/** What is known of a provider by name. One list, one place: a new one is one line. */
export interface ProviderSpec {
  readonly name: string;
  /** Null where only the settings can tell it. */
  readonly apiBase: string | null;
  /** The environment variable that usually holds the key; null where none is usual. */
  readonly keyVariable: string | null;
  /** Runs on the user's own machine and needs no key. */
  readonly isLocal: boolean;
  /** Words in the name of a model that tell its provider. */
  readonly keywords: readonly string[];
  readonly quirks: Quirks;
  /** How it is written for people. */
  readonly title: string;
  /** What its keys begin with; the longest that fits wins. Empty where they have no sign of their own. */
  readonly keyPrefixes: readonly string[];
  /** Models to begin with, until the provider's own list is read. */
  readonly starters: readonly string[];
}

const strict: Quirks = { ...plainQuirks, reasoningBack: "never", sendsCallExtras: false };

interface Hosted extends Partial<Pick<ProviderSpec, "keywords" | "quirks" | "keyPrefixes">> {
  readonly title: string;
  readonly starters: readonly string[];
}

function hosted(name: string, apiBase: string, keyVariable: string, more: Hosted): ProviderSpec {
  return {
    name,
    apiBase,
    keyVariable,
    isLocal: false,
    keywords: [name],
    quirks: plainQuirks,
    keyPrefixes: [],
    ...more,
  };
}

function local(name: string, title: string, apiBase: string): ProviderSpec {
  const own = { keywords: [], quirks: plainQuirks, keyPrefixes: [], starters: [] };
  return { name, title, apiBase, keyVariable: null, isLocal: true, ...own };
}

/** In the order in which they are tried. */
export const providerSpecs: readonly ProviderSpec[] = [
  {
    name: "custom",
    title: "Custom",
    apiBase: null,
    keyVariable: null,
    isLocal: false,
    keywords: [],
    quirks: plainQuirks,
    keyPrefixes: [],
    starters: [],
  },
  hosted("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", {
    title: "OpenRouter",
    keyPrefixes: ["sk-or-"],
    starters: ["openrouter/auto"],
  }),
  hosted("anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", {
    title: "Anthropic",
    keywords: ["claude"],
    quirks: strict,
    keyPrefixes: ["sk-ant-"],
    starters: ["claude-sonnet-4-5", "claude-haiku-4-5"],
  }),
  hosted("openai", "https://api.openai.com/v1", "OPENAI_API_KEY", {
    title: "OpenAI",
    keywords: ["gpt-", "chatgpt", "o1", "o3", "o4"],
    quirks: { ...strict, maxTokensField: "max_completion_tokens" },
    keyPrefixes: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-"],
    starters: ["gpt-5-mini", "gpt-5"],
  }),
  hosted("deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", {
    title: "DeepSeek",
    starters: ["deepseek-chat"],
  }),
  hosted("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", {
    title: "Groq",
    quirks: strict,
    keyPrefixes: ["gsk_"],
    starters: ["llama-3.3-70b-versatile"],
  }),
  hosted("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", {
    title: "Mistral",
    keywords: ["mistral", "magistral", "codestral", "devstral", "ministral"],
    quirks: { ...strict, callIds: "nine", sendsStreamOptions: false },
    starters: ["mistral-medium-latest", "mistral-small-latest"],
  }),
  hosted("gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY", {
    title: "Gemini",
    keyPrefixes: ["AIza"],
    starters: ["gemini-2.5-flash", "gemini-2.5-pro"],
  }),
  hosted("xai", "https://api.x.ai/v1", "XAI_API_KEY", {
    title: "xAI",
    keywords: ["grok"],
    keyPrefixes: ["xai-"],
    starters: ["grok-4"],
  }),
  local("ollama", "Ollama", "http://127.0.0.1:11434/v1"),
  local("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1"),
  local("llama.cpp", "llama.cpp", "http://127.0.0.1:8080/v1"),
  local("vllm", "vLLM", "http://127.0.0.1:8000/v1"),
  local("jan", "Jan", "http://127.0.0.1:1337/v1"),
];

/** Whose key this is, by what it begins with. `isSure` is false for a beginning that others use too. */
export function providerOfKey(key: string): { readonly spec: ProviderSpec; readonly isSure: boolean } | null {
  const fits = providerSpecs.flatMap((spec) =>
    spec.keyPrefixes.filter((prefix) => key.trim().startsWith(prefix)).map((prefix) => ({ spec, prefix })),
  );
  const [best] = fits.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return best === undefined ? null : { spec: best.spec, isSure: best.prefix !== "sk-" };
}

/** Names may be written with other punctuation and case: `LM-Studio`, `llamacpp`. */
export function providerSpec(name: string): ProviderSpec | undefined {
  const wanted = plainName(name);
  return providerSpecs.find((spec) => plainName(spec.name) === wanted);
}

export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
