const begin = "MCPB_SIG_V1";
const end = "MCPB_SIG_END";
/** Longer ones are not looked for. */
const mostBytes = 64 * 1024;
const endOfZip = Buffer.from("504b0506", "hex");

/**
 * A bundle without what its maker signed it with, which stands behind the zip. Newer tools tell the zip of it, so that it is a
 * comment of that; older ones do not. Nobody checks it here.
 */
export function apartFromSignature(bytes: Buffer): { readonly zip: Buffer; readonly isSigned: boolean } {
  const from = Math.max(0, bytes.length - mostBytes);
  const tail = bytes.subarray(from);
  const start = tail.lastIndexOf(begin);
  if (start === -1 || !tail.includes(end, start)) return { zip: bytes, isSigned: false };
  const zip = bytes.subarray(0, from + start);
  return { zip: isWhole(zip) ? zip : bytes, isSigned: true };
}

/** It ends where its last record says. */
function isWhole(zip: Buffer): boolean {
  const at = zip.lastIndexOf(endOfZip);
  return at !== -1 && at + 22 <= zip.length && at + 22 + zip.readUInt16LE(at + 20) === zip.length;
}
