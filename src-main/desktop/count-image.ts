/* A count as a picture of its own: Windows lays it over the app's image in the task bar. */

/** In pixels; shown at half of it. */
export const countSize = 32;

/** Each a column of three bits a row, from the top. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  "1": [2, 6, 2, 2, 7],
  "2": [7, 1, 7, 4, 7],
  "3": [7, 1, 7, 1, 7],
  "4": [5, 5, 7, 1, 1],
  "5": [7, 4, 7, 1, 7],
  "6": [7, 4, 7, 5, 7],
  "7": [7, 1, 1, 1, 1],
  "8": [7, 5, 7, 5, 7],
  "9": [7, 5, 7, 1, 7],
  "+": [0, 2, 7, 2, 0],
};
/** Blue, green, red: as Electron takes them. */
const orange = [0x19, 0x66, 0xd9] as const;
const white = [0xff, 0xff, 0xff] as const;

/** The pixels of a disc with a count from 1 on, four bytes each: blue, green, red, and how opaque. Above nine it says `9+`. */
export function countImage(count: number): Uint8Array {
  const words = count > 9 ? "9+" : String(Math.max(1, Math.floor(count)));
  const dot = words.length === 1 ? 4 : 3;
  const width = (words.length * 4 - 1) * dot;
  const [left, top] = [Math.round((countSize - width) / 2), Math.round((countSize - 5 * dot) / 2)];
  const pixels = new Uint8Array(countSize * countSize * 4);
  const middle = (countSize - 1) / 2;
  for (let y = 0; y < countSize; y += 1) {
    for (let x = 0; x < countSize; x += 1) {
      if (Math.hypot(x - middle, y - middle) > countSize / 2) continue;
      const isInk = inkAt(words, Math.floor((x - left) / dot), Math.floor((y - top) / dot));
      pixels.set([...(isInk ? white : orange), 0xff], (y * countSize + x) * 4);
    }
  }
  return pixels;
}

function inkAt(words: string, column: number, row: number): boolean {
  const glyph = glyphs[words[Math.floor(column / 4)] ?? ""];
  return column >= 0 && (((glyph?.[row] ?? 0) << (column % 4)) & 4) !== 0;
}
