/** More changed lines than this are not put together. */
const maxChanges = 4000;

/**
 * Both changes of one text in one: what was changed here, done to what lies on the disk. Null where both changed the same lines,
 * or lines right beside each other: a person has to say then. Of what both added at the end, both is there.
 */
export async function mergeTexts(base: string, mine: string, theirs: string): Promise<string | null> {
  const { applyPatch, structuredPatch } = await import("diff");
  const patch = structuredPatch("", "", base, mine, "", "", { context: 1, maxEditLength: maxChanges });
  if (patch === undefined) return null;
  const merged = applyPatch(theirs, patch, { autoConvertLineEndings: false, fuzzFactor: 0 });
  return merged === false ? null : merged;
}
