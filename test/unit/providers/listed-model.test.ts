import { expect, it } from "vitest";
import { listedModel } from "../../../src-main/providers/listed-model.ts";

it.each([
  [
    "OpenRouter",
    {
      id: "a/b",
      context_length: 200_000,
      architecture: { input_modalities: ["text", "image"] },
      supported_parameters: ["tools", "reasoning", "max_tokens"],
      pricing: { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003" },
    },
    { contextWindow: 200_000, tools: true, images: true, reasoning: true },
    { input: 3, output: 15, cachedInput: 0.3 },
  ],
  [
    "OpenRouter's router, whose price depends",
    { id: "openrouter/auto", architecture: { modality: "text->text" }, pricing: { prompt: "-1", completion: "-1" } },
    { images: false, tools: null },
    null,
  ],
  [
    "Together",
    { id: "t", type: "chat", context_length: 8192, pricing: { input: 0.88, output: 0.88, hourly: 0 } },
    { contextWindow: 8192, isOther: false },
    { input: 0.88, output: 0.88, cachedInput: null },
  ],
  [
    "Vercel",
    {
      id: "v",
      type: "language",
      context_window: 400_000,
      tags: ["tool-use", "vision"],
      pricing: { input: "0.00000125", output: "0.00001" },
    },
    { contextWindow: 400_000, tools: true, images: true, reasoning: false, isOther: false },
    { input: 1.25, output: 10, cachedInput: null },
  ],
  [
    "Mistral",
    { id: "m", capabilities: { completion_chat: true, function_calling: true, vision: false } },
    { tools: true, images: false, isOther: false },
    null,
  ],
  ["Mistral's embeddings", { id: "m", capabilities: { completion_chat: false } }, { isOther: true }, null],
  [
    "Copilot",
    { id: "c", capabilities: { type: "chat", supports: { tool_calls: true, vision: true } } },
    { tools: true, images: true },
    null,
  ],
  ["OpenAI", { id: "o", object: "model" }, { tools: null, images: null, reasoning: null, isOther: false }, null],
  ["nonsense", { id: 3, pricing: { prompt: {}, completion: "free" }, capabilities: "all" }, { id: "" }, null],
])("a list of %s is read", (_name, wire, told, price) => {
  expect(listedModel(wire)).toMatchObject(told);
  expect(listedModel(wire).price).toEqual(price);
});
