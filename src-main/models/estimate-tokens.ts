/** Bytes of UTF-8 to a token: between what prose and what code of Latin letters has; other scripts have about as many. */
const bytesPerToken = 3.5;

/** Estimated tokens of a text, for models whose own count nothing tells. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
