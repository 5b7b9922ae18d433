/** Names that Windows keeps for devices, with an ending too. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;
/** Controls, what cannot be seen, and what some system takes for a sign of its own. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\\:*?"<>|]/u;
const mostNameBytes = 200;
const mostPathChars = 400;
const mostDepth = 12;

/** Whether a path of an archive names a file below its folder on every system, and nothing else. */
export function isSafePath(path: string): boolean {
  const names = path.split("/");
  return path.length <= mostPathChars && names.length <= mostDepth && names.every(isSafeName);
}

function isSafeName(name: string): boolean {
  if (name === "" || name === "." || name === ".." || forbidden.test(name) || device.test(name)) return false;
  return !/[. ]$/.test(name) && Buffer.byteLength(name) <= mostNameBytes;
}

/** Two names that are one file on some system have the same. */
export function foldedPath(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}

/** What programs leave beside files, and no skill needs. */
export function isLitter(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX|\.git|\.hg|\.svn|node_modules|__pycache__)(?:\/|$)|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(
    path,
  );
}
