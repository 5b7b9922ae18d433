/** `+46 −1`; nothing where nothing changed. */
export function LineCounts({ added, removed }: { readonly added: number; readonly removed: number }) {
  if (added + removed === 0) return null;
  return (
    <>
      <span className="tone-added">+{added}</span>
      {removed === 0 ? null : <span className="tone-removed">−{removed}</span>}
    </>
  );
}
