import type { ServedProvider } from "../provider-server.ts";

/** The providers of the pictures. */
export const servedProviders: Readonly<Record<string, ServedProvider>> = {
  ollama: {
    models: [
      { id: "qwen3:8b", max_model_len: 32_768, capabilities: ["tools"] },
      { id: "llama3.2:3b", max_model_len: 8192, capabilities: ["tools"] },
      { id: "gemma3:4b", max_model_len: 8192, tags: ["vision"], supports_tools: false },
    ],
  },
  openai: {
    key: "key",
    models: [
      "gpt-5.2",
      "gpt-5.1",
      "gpt-5",
      "gpt-5-mini",
      "gpt-5-nano",
      "gpt-4.1",
      "gpt-4.1-mini",
      "gpt-4o",
      "gpt-4o-mini",
      "o4-mini",
      "a-model-with-a-very-long-name-that-nobody-has-heard-of-preview-2026-11-28",
    ].map((id) => ({ id })),
  },
  openrouter: { key: "another", models: [] },
};
