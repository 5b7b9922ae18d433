/** At most `length` characters from the start; never half a surrogate pair. */
export function headOf(text: string, length: number): string {
  if (length >= text.length) return text;
  if (length <= 0) return "";
  return text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length);
}

/** At most `length` characters from the end; never half a surrogate pair. */
export function tailOf(text: string, length: number): string {
  if (length >= text.length) return text;
  if (length <= 0) return "";
  const start = text.length - length;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
