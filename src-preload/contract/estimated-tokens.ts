/** Characters of a file to a token, about: also where a person types and its bytes are not counted. */
const charactersPerToken = 3.5;

/** Estimated tokens of a file of the knowledge: the same for who shows them and who keeps to a budget. */
export function estimatedTokens(content: string): number {
  return Math.ceil(content.length / charactersPerToken);
}
