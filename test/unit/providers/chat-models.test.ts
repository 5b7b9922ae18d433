import { expect, it } from "vitest";
import { isChatModel } from "../../../src-main/providers/chat-models.ts";

const isChat = (id: string) => isChatModel({ id, isOther: false });

it.each([
  ["text-embedding-3-small", "nomic-embed-text:latest", "mxbai-embed-large", "embeddinggemma:300m", "voyage-embed-2"],
  [
    "BAAI/bge-m3",
    "bge-large-en-v1.5",
    "intfloat/e5-large",
    "thenlper/gte-base",
    "jina-embeddings-v3",
    "all-minilm:l6-v2",
  ],
  ["rerank-v3.5", "bge-reranker-v2-m3", "Qwen/Qwen3-Embedding-8B", "snowflake-arctic-embed2", "clip-vit-base"],
  ["whisper-1", "whisper-large-v3-turbo", "gpt-4o-transcribe", "tts-1-hd", "gpt-4o-mini-tts", "hexgrad/kokoro-82m"],
  ["gpt-4o-realtime-preview", "gpt-4o-audio-preview", "gpt-realtime", "nvidia/parakeet-tdt-0.6b"],
  ["dall-e-3", "gpt-image-1", "stable-diffusion-xl", "black-forest-labs/flux-1-dev", "imagen-4.0-generate", "sora-2"],
  ["omni-moderation-latest", "llama-guard3:8b", "meta-llama/Llama-Guard-4-12B", "shieldgemma:9b"],
  ["babbage-002", "davinci-002", "gpt-3.5-turbo-instruct"],
])("no chat can be had with %s, %s, %s …", (...ids) => {
  expect(ids.filter(isChat)).toEqual([]);
});

it("everything else is offered, whatever its name sounds like", () => {
  const ids = [
    ...["gpt-5", "gpt-4o", "o4-mini", "claude-opus-4", "gemini-2.5-flash", "qwen3:8b", "llama3.2-vision:11b", "llava"],
    ...["mistral-large-latest", "phi-4-multimodal", "deepseek-r1:14b", "gemma3n:e4b", "gemma3n:e2b", "command-r-plus"],
    ...["starling-lm", "hermes-3-llama", "openhermes", "qwen2.5-coder:7b-instruct", "solar-10.7b-instruct"],
    ...["grok-4", "kimi-k2-instruct-0905", "glm-4.6", "granite3.3:8b", "smollm2", "voxtral-small", "scripted"],
    ...[
      "mixtral-8x7b-instruct-v0.1",
      "house-model",
      "practice",
      "stable-lm-2-chat",
      "fluxgpt-7b",
      "embedded-systems-coder",
    ],
  ];
  expect(ids.filter((id) => !isChat(id))).toEqual([]);
  expect(isChatModel({ id: "gpt-5", isOther: true })).toBe(false);
});
