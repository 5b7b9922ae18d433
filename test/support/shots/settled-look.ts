const mostLooks = 40;

/** Looks until two looks in a row agree to the byte, or for so many times. */
export async function settledLook(look: () => Promise<Buffer>, pause: () => Promise<void>) {
  let picture = await look();
  for (let looks = 1; looks < mostLooks; looks += 1) {
    await pause();
    const before = picture;
    picture = await look();
    if (before.equals(picture)) return { picture, isSettled: true };
  }
  return { picture, isSettled: false };
}
