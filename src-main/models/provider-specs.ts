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
}

const strict: Quirks = { ...plainQuirks, reasoningBack: "never", sendsCallExtras: false };

function hosted(
  name: string,
  apiBase: string,
  keyVariable: string,
  more: Partial<Pick<ProviderSpec, "keywords" | "quirks">> = {},
): ProviderSpec {
  return { name, apiBase, keyVariable, isLocal: false, keywords: [name], quirks: plainQuirks, ...more };
}

function local(name: string, apiBase: string): ProviderSpec {
  return { name, apiBase, keyVariable: null, isLocal: true, keywords: [], quirks: plainQuirks };
}

/** In the order in which they are tried. */
export const providerSpecs: readonly ProviderSpec[] = [
  {
    name: "custom",
    apiBase: null,
    keyVariable: null,
    isLocal: false,
    keywords: [],
    quirks: plainQuirks,
  },
  hosted("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
  hosted("anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", {
    keywords: ["claude"],
    quirks: strict,
  }),
  hosted("openai", "https://api.openai.com/v1", "OPENAI_API_KEY", {
    keywords: ["gpt-", "chatgpt", "o1", "o3", "o4"],
    quirks: { ...strict, maxTokensField: "max_completion_tokens" },
  }),
  hosted("deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
  hosted("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", { quirks: strict }),
  hosted("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", {
    keywords: ["mistral", "magistral", "codestral", "devstral", "ministral"],
    quirks: { ...strict, callIds: "nine", sendsStreamOptions: false },
  }),
  hosted("gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
  local("ollama", "http://127.0.0.1:11434/v1"),
  local("lmstudio", "http://127.0.0.1:1234/v1"),
  local("llama.cpp", "http://127.0.0.1:8080/v1"),
  local("vllm", "http://127.0.0.1:8000/v1"),
];

/** Names may be written with other punctuation and case: `LM-Studio`, `llamacpp`. */
export function providerSpec(name: string): ProviderSpec | undefined {
  const wanted = plainName(name);
  return providerSpecs.find((spec) => plainName(spec.name) === wanted);
}

export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
