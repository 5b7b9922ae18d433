import type { ListedModel } from "./listed-model.ts";

/*
 * Names of models that no chat can be had with: they embed, rank, draw, speak, listen or judge. Lists often tell no types,
 * so these are the makers' own families, and the words that the names of such models have.
 */

/** Anywhere in a name. */
const parts = [
  ...["nomic-embed", "arctic-embed", "embeddinggemma", "all-minilm", "paraphrase-", "rerank", "siglip"],
  ...["whisper", "transcribe", "transcription", "parakeet", "kokoro", "orpheus"],
  ...["dall-e", "gpt-image", "stable-diffusion", "moderation", "llama-?guard", "shieldgemma"],
  ...["gpt-4o(?:-mini)?-audio", "gpt-audio", "gpt-3.5-turbo-instruct"],
];
/** Between signs, digits or the ends of a name. */
const words = [
  ...["embed", "embedding", "embeddings", "embedder", "colbert", "clip", "asr", "stt", "tts", "bark", "piper"],
  ...["imagen", "sdxl", "sora", "veo", "kling", "realtime"],
];
/** Where a name, or what follows its maker, begins. */
const beginnings = [
  ...["bge", "gte", "e5", "jina", "uae", "instructor", "minilm", "mpnet", "flux"],
  ...["babbage", "davinci", "text-(?:ada|babbage|curie|davinci)"],
];

const others = new RegExp(
  `${parts.join("|")}|(?:^|[^a-z])(?:${words.join("|")})(?:[^a-z]|$)|(?:^|/)(?:${beginnings.join("|")})(?:[^a-z]|$)`,
  "i",
);

/** Whether a chat can be had with it, as far as its list and its name tell. */
export function isChatModel({ id, isOther }: Pick<ListedModel, "id" | "isOther">): boolean {
  return !isOther && !others.test(id);
}
