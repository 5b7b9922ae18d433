import { plainQuirks, type Quirks } from "../models/quirks.ts";
import type { ProviderSpec } from "./provider-spec.ts";

/** Refuses what the plain protocol does not have. */
const strict: Quirks = { ...plainQuirks, reasoningBack: "never", sendsCallExtras: false };
const openAi: Quirks = {
  ...strict,
  maxTokensField: "max_completion_tokens",
  mostTools: 128,
  mostDescriptionChars: 1024,
};

/**
 * Models of OpenAI that think take only their own temperature; the others know no effort. From GPT-5.4 on they take tools
 * in chat completions only while they do not think, GPT-6 Astra, 6.1 Sol and 6.2, which always think, not at all; those
 * named pro or codex answer there to nothing. All of these are asked by the Responses API, which Azure has at the same
 * base (`/openai/v1`); at an older one, without that path, chat completions are learnt.
 */
const openAiModels: ProviderSpec["modelQuirks"] = [
  { match: /^(?:o\d|gpt-(?:[5-9]|\d\d))(?!.*-chat)/, change: { sendsTemperature: false } },
  { match: /^gpt-(?:5\.[4-6]|6-(?:sol|luna)|6\.1-terra)(?!.*-(?:chat|pro))/, change: { effortWithTools: "none" } },
  {
    match:
      /^(?:gpt-(?:5\.[4-9]|[6-9]|\d\d)|gpt-5.*-(?:pro|codex)|codex-|o\d-(?:pro|deep-research))(?!.*-(?:chat|search))/,
    change: { api: "responses" },
  },
  { match: /^(?:gpt-[34]|chatgpt)/, change: { sendsReasoningEffort: false } },
  { match: /^o1-(?:mini|preview)/, change: { hasSystemRole: false } },
];

type Known = Pick<ProviderSpec, "name" | "title" | "apiBase" | "keyVariable">;
type More = Partial<Omit<ProviderSpec, keyof Known | "kind">>;
const plain = {
  keywords: [],
  hosts: [],
  quirks: plainQuirks,
  modelQuirks: [],
  keyPrefixes: [],
  starters: [],
  namesMakers: true,
};

function gateway([name, title, apiBase, keyVariable]: Row, more: More): ProviderSpec {
  return { ...plain, kind: "gateway", name, title, apiBase, keyVariable, ...more };
}

function hosted([name, title, apiBase, keyVariable]: Row, more: More): ProviderSpec {
  const own = { name, title, apiBase, keyVariable, keywords: [name], namesMakers: false };
  return { ...plain, kind: "hosted", ...own, ...more };
}

function local(name: string, title: string, port: number, hosts: readonly string[] = []): ProviderSpec {
  const apiBase = `http://127.0.0.1:${port}/v1`;
  return { ...plain, kind: "local", name, title, apiBase, keyVariable: null, hosts };
}

/** Name, title, usual address, variable of the key. */
type Row = readonly [string, string, string | null, string];

/** In the order in which they are tried: an address of one's own, gateways, providers of models, this machine. A new one is one entry. */
export const providerSpecs: readonly ProviderSpec[] = [
  { ...plain, kind: "custom", name: "custom", title: "Custom", apiBase: null, keyVariable: null },

  gateway(["openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"], {
    hosts: ["openrouter.ai"],
    keyPrefixes: ["sk-or-"],
    starters: ["openrouter/auto"],
  }),
  gateway(["aihubmix", "AiHubMix", "https://aihubmix.com/v1", "AIHUBMIX_API_KEY"], {
    hosts: ["aihubmix.com"],
    starters: ["gpt-6.1-terra", "claude-sonnet-5-5"],
  }),
  gateway(["siliconflow", "SiliconFlow", "https://api.siliconflow.com/v1", "SILICONFLOW_API_KEY"], {
    hosts: ["siliconflow.com", "siliconflow.cn"],
    starters: ["deepseek-ai/DeepSeek-V3.1", "Qwen/Qwen3-32B"],
  }),
  gateway(["github", "GitHub Models", "https://models.github.ai/inference", "GITHUB_MODELS_TOKEN"], {
    hosts: ["models.github.ai", "models.inference.ai.azure.com"],
    quirks: strict,
    keyPrefixes: ["ghp_", "github_pat_"],
    starters: ["openai/gpt-4.1-mini", "openai/gpt-4.1"],
  }),
  gateway(["vercel", "Vercel AI Gateway", "https://ai-gateway.vercel.sh/v1", "AI_GATEWAY_API_KEY"], {
    hosts: ["ai-gateway.vercel.sh"],
    keyPrefixes: ["vck_"],
    starters: ["openai/gpt-6-luna", "anthropic/claude-sonnet-5.5"],
  }),
  gateway(["litellm", "LiteLLM", null, "LITELLM_API_KEY"], { hosts: ["litellm", "127.0.0.1:4000", "localhost:4000"] }),
  // The address has the name of a resource in it, and often an `?api-version=`; it serves only what was laid out there.
  gateway(["azure", "Azure", null, "AZURE_OPENAI_API_KEY"], {
    hosts: ["openai.azure.com", "cognitiveservices.azure.com", "services.ai.azure.com"],
    namesMakers: false,
    quirks: { ...openAi, keyHeader: "api-key" },
    modelQuirks: openAiModels,
  }),

  hosted(["anthropic", "Anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"], {
    hosts: ["api.anthropic.com"],
    keywords: ["anthropic", "claude"],
    quirks: { ...strict, callIds: "word" },
    modelQuirks: [
      { match: /^claude-(?:opus-4[-.][7-9]|[a-z]+-(?:[5-9]|\d\d))(?!\d)/, change: { sendsTemperature: false } },
    ],
    keyPrefixes: ["sk-ant-"],
    starters: ["claude-sonnet-5-5", "claude-haiku-5-5"],
  }),
  hosted(["openai", "OpenAI", "https://api.openai.com/v1", "OPENAI_API_KEY"], {
    hosts: ["api.openai.com"],
    keywords: ["openai", "gpt-", "chatgpt", "o1", "o3", "o4"],
    quirks: openAi,
    modelQuirks: openAiModels,
    keyPrefixes: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-"],
    starters: ["gpt-6-luna", "gpt-6-sol"],
  }),
  hosted(["deepseek", "DeepSeek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"], {
    hosts: ["api.deepseek.com"],
    quirks: { ...plainQuirks, takesImages: false },
    // The old name of Flash is served by the one that sees.
    modelQuirks: [{ match: /^deepseek-(?:v4-)?flash/, change: { takesImages: true } }],
    starters: ["deepseek-flash"],
  }),
  hosted(["groq", "Groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"], {
    hosts: ["api.groq.com"],
    namesMakers: true,
    quirks: strict,
    keyPrefixes: ["gsk_"],
    starters: ["openai/gpt-oss-120b"],
  }),
  hosted(["mistral", "Mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"], {
    hosts: ["api.mistral.ai", "codestral.mistral.ai"],
    keywords: ["mistral", "magistral", "codestral", "devstral", "ministral", "pixtral"],
    quirks: { ...strict, callIds: "nine", sendsStreamOptions: false, bridgesResults: true },
    starters: ["mistral-medium-latest", "mistral-small-latest"],
  }),
  hosted(["gemini", "Gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"], {
    hosts: ["generativelanguage.googleapis.com"],
    // Its thought signature stands in the extras of a call and must go back.
    quirks: { ...plainQuirks, reasoningBack: "never" },
    // From Gemini 3 on its maker advises against a temperature, and Gemini 4 does not look at one.
    modelQuirks: [{ match: /^gemini-(?:[3-9]|\d\d)/, change: { sendsTemperature: false } }],
    keyPrefixes: ["AIza"],
    starters: ["gemini-3.8-flash", "gemini-4-hydrogen"],
  }),
  hosted(["moonshot", "Moonshot", "https://api.moonshot.ai/v1", "MOONSHOT_API_KEY"], {
    hosts: ["api.moonshot.ai", "api.moonshot.cn"],
    keywords: ["moonshot", "kimi"],
    // From K2.5 on a model has one temperature, or one for each mode, and refuses any other.
    modelQuirks: [{ match: /^kimi-k(?:2\.[5-9]|[3-9])/, change: { sendsTemperature: false } }],
    starters: ["kimi-k3.1-pro", "kimi-k2.6"],
  }),
  hosted(["zhipu", "Zhipu", "https://open.bigmodel.cn/api/paas/v4", "ZHIPUAI_API_KEY"], {
    hosts: ["bigmodel.cn", "api.z.ai"],
    keywords: ["zhipu", "glm-"],
    starters: ["glm-5.3", "glm-5.3-flash"],
  }),
  hosted(["dashscope", "DashScope", "https://dashscope.aliyuncs.com/compatible-mode/v1", "DASHSCOPE_API_KEY"], {
    hosts: ["dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com", "dashscope-us.aliyuncs.com"],
    keywords: ["dashscope", "qwen", "qwen2", "qwen3", "qwq"],
    starters: ["qwen3.8-flash", "qwen3.8-max"],
  }),
  hosted(["minimax", "MiniMax", "https://api.minimax.io/v1", "MINIMAX_API_KEY"], {
    hosts: ["api.minimax.io", "api.minimaxi.com", "api.minimax.chat"],
    starters: ["MiniMax-M3.1-Flash", "MiniMax-M3"],
  }),
  hosted(["xai", "xAI", "https://api.x.ai/v1", "XAI_API_KEY"], {
    hosts: ["api.x.ai"],
    keywords: ["xai", "grok"],
    // Those from Grok 4.3 on know an effort, before them only Grok 3 mini (4.20 is before 4.3).
    modelQuirks: [
      { match: /^grok-(?:2|3(?!-mini)|4(?!\.[3-9](?!\d))|build|code)/, change: { sendsReasoningEffort: false } },
    ],
    keyPrefixes: ["xai-"],
    starters: ["grok-4.7"],
  }),
  hosted(["together", "Together", "https://api.together.xyz/v1", "TOGETHER_API_KEY"], {
    hosts: ["api.together.xyz", "api.together.ai"],
    namesMakers: true,
    keyPrefixes: ["tgp_"],
    starters: ["meta-llama/Llama-3.3-70B-Instruct-Turbo"],
  }),
  hosted(["cerebras", "Cerebras", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY"], {
    hosts: ["api.cerebras.ai"],
    quirks: { ...strict, takesImages: false },
    keyPrefixes: ["csk-"],
    starters: ["gpt-oss-120b"],
  }),

  local("ollama", "Ollama", 11434, ["127.0.0.1:11434", "localhost:11434"]),
  local("lmstudio", "LM Studio", 1234, ["127.0.0.1:1234", "localhost:1234"]),
  local("llama.cpp", "llama.cpp", 8080),
  local("vllm", "vLLM", 8000),
  local("sglang", "SGLang", 30000, ["127.0.0.1:30000", "localhost:30000"]),
  local("jan", "Jan", 1337, ["127.0.0.1:1337", "localhost:1337"]),
];
