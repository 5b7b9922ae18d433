import { describe, expect, it } from "vitest";
import { resolveModel } from "../../../src-main/providers/resolve-model.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

/* Names with a slash: `provider/model`, `maker/model` as gateways and people's own servers write it, and slips of the pen. */

const here = "http://127.0.0.1:9/v1";

/** What is set up, by a word. */
const setUps = {
  nothing: {},
  openai: { openai: { apiKey: "k" } },
  "openai and mistral": { openai: { apiKey: "k" }, mistral: { apiKey: "k" } },
  dashscope: { dashscope: { apiKey: "k" } },
  gemini: { gemini: { apiKey: "k" } },
  groq: { groq: { apiKey: "k" } },
  together: { together: { apiKey: "k" } },
  openrouter: { openrouter: { apiKey: "k" } },
  "openai and openrouter": { openai: { apiKey: "k" }, openrouter: { apiKey: "k" } },
  azure: { azure: { apiKey: "k", apiBase: "https://me.openai.azure.com/openai/v1" } },
  ollama: { ollama: {} },
  "openai and ollama": { openai: { apiKey: "k" }, ollama: {} },
  custom: { custom: { apiBase: here } },
  "my-box": { "my-box": { apiBase: here } },
  "openai and my-box": { openai: { apiKey: "k" }, "my-box": { apiBase: here } },
  "a gateway by its address": { work: { apiBase: "https://openrouter.ai/api/v1", apiKey: "k" } },
  "a gateway by its key": { work: { apiKey: "sk-or-v1-k" } },
  "openai at an address of its own": { openai: { apiBase: here, apiKey: "k" } },
  "openai moved to mistral": { openai: { apiBase: "https://api.mistral.ai/v1", apiKey: "k" } },
  "a server that lists it": { openai: { apiKey: "k" }, box: { apiBase: here, models: ["opnai/gpt-5"] } },
} as const;
type SetUp = keyof typeof setUps;

function resolve(modelId: string, setUp: SetUp): string {
  const found = resolveModel(settingsSchema.parse({ providers: setUps[setUp] }), {}, modelId);
  if (!found.ok) return found.error.message;
  return found.value.kind === "practice" ? "practice" : `${found.value.provider}: ${found.value.modelName}`;
}

const found: readonly (readonly [string, SetUp, string])[] = [
  // The provider in front of it.
  ["openai/gpt-5", "openai and openrouter", "openai: gpt-5"],
  ["OpenAI/gpt-5", "openai", "openai: gpt-5"],
  ["x-ai/grok-4", "openrouter", "openrouter: x-ai/grok-4"],
  ["my-box/org/model", "openai and my-box", "my-box: org/model"],
  ["groq/openai/gpt-oss-120b", "groq", "groq: openai/gpt-oss-120b"],
  // A gateway for makers, by its name, its address or its key.
  ["meta-llama/llama-3", "openrouter", "openrouter: meta-llama/llama-3"],
  ["meta-llama/llama-3", "openai and openrouter", "openrouter: meta-llama/llama-3"],
  ["meta-llama/llama-3", "a gateway by its address", "work: meta-llama/llama-3"],
  ["meta-llama/llama-3", "a gateway by its key", "work: meta-llama/llama-3"],
  ["anthropic/claude-x", "openai and openrouter", "openrouter: anthropic/claude-x"],
  // People's own servers.
  ["Qwen/Qwen3-8B", "ollama", "ollama: Qwen/Qwen3-8B"],
  ["Qwen/Qwen3-8B", "openai and ollama", "ollama: Qwen/Qwen3-8B"],
  ["Qwen/Qwen3-8B", "custom", "custom: Qwen/Qwen3-8B"],
  ["Qwen/Qwen3-8B", "openai and my-box", "my-box: Qwen/Qwen3-8B"],
  ["hf.co/bartowski/Qwen3-8B-GGUF:Q4_K_M", "ollama", "ollama: hf.co/bartowski/Qwen3-8B-GGUF:Q4_K_M"],
  ["meta-llama/llama-3", "openai at an address of its own", "openai: meta-llama/llama-3"],
  // Hosted ones whose models have their maker in front.
  ["meta-llama/llama-4-scout", "groq", "groq: meta-llama/llama-4-scout"],
  ["Qwen/Qwen3-8B", "together", "together: Qwen/Qwen3-8B"],
  // Makers that are called much like a provider.
  ["mistralai/mistral-small", "openrouter", "openrouter: mistralai/mistral-small"],
  ["mistralai/Mistral-7B", "my-box", "my-box: mistralai/Mistral-7B"],
  ["deepseek-ai/DeepSeek-V3.1", "together", "together: deepseek-ai/DeepSeek-V3.1"],
  ["moonshotai/kimi-k2", "groq", "groq: moonshotai/kimi-k2"],
  ["MiniMaxAI/MiniMax-M2", "ollama", "ollama: MiniMaxAI/MiniMax-M2"],
  ["z-ai/glm-4.6", "openrouter", "openrouter: z-ai/glm-4.6"],
  ["vertex/gemini-2.5-pro", "openrouter", "openrouter: vertex/gemini-2.5-pro"],
  // What looks like a slip and is in somebody's list.
  ["opnai/gpt-5", "a server that lists it", "box: opnai/gpt-5"],
  // No slash: by a word, else the first that is set up.
  ["gpt-5", "openai and mistral", "openai: gpt-5"],
  ["mistral-large", "openai and mistral", "mistral: mistral-large"],
  ["anything", "openai", "openai: anything"],
  ["practice/practice", "nothing", "practice"],
];

const refused: readonly (readonly [string, SetUp, RegExp])[] = [
  // A slip of the pen goes to nobody.
  ["opnai/gpt-5", "openai", /no provider named “opnai”.*mean “openai”.*openai\/gpt-5/],
  ["opnai/gpt-5", "openrouter", /mean “openai”/],
  ["opnai/gpt-5", "ollama", /mean “openai”/],
  ["opnai/gpt-5", "custom", /mean “openai”/],
  ["openia/gpt-5", "openai", /mean “openai”/],
  ["antropic/claude-x", "openrouter", /mean “anthropic”/],
  ["olama/qwen3:8b", "ollama", /mean “ollama”/],
  ["my-bax/m", "openai and my-box", /mean “my-box”.*my-box\/m/],
  ["custum/m", "custom", /mean “custom”/],
  ["practise/practice", "ollama", /mean “practice”.*practice\/practice/],
  ["practice/other", "ollama", /practice\/practice/],
  // Not a maker's name to those that serve none.
  ["nosuch/foo", "openai", /no provider named “nosuch”.*OpenAI.*openai\//],
  ["meta-llama/llama-3", "openai and mistral", /OpenAI and Mistral/],
  ["meta-llama/llama-3", "openai moved to mistral", /OpenAI/],
  ["meta-llama/llama-3", "azure", /Azure/],
  ["Qwen/Qwen3-8B", "dashscope", /DashScope/],
  ["grok/grok-4", "gemini", /Gemini/],
  ["nosuch/foo", "nothing", /no provider named “nosuch”.*nothing is set up/],
  ["openai/gpt-5", "ollama", /OPENAI_API_KEY/],
];

describe("a name with a slash", () => {
  it.each(found)("%s with %s is %s", (modelId, setUp, expected) => expect(resolve(modelId, setUp)).toBe(expected));
  it.each(refused)("%s with %s is refused", (modelId, setUp, words) => expect(resolve(modelId, setUp)).toMatch(words));
  it("of a provider that the settings force is a slip too", () => {
    const settings = settingsSchema.parse({ agents: { defaults: { provider: "opnai" } }, providers: setUps.openai });
    const forced = resolveModel(settings, {}, "gpt-5");
    expect(forced.ok ? "" : forced.error.message).toMatch(/“opnai”.*mean “openai”/);
  });
});
