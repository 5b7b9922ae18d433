/*
 * A package of the desktop app holds its files in one archive, `app.asar`. What reads them by Node sees through it; the system
 * does not, so that programs, libraries and the data that programs read lie beside it, in `app.asar.unpacked`.
 */

/** Where a file that came with Perch is a file for everybody; the same path where nothing is packed. Absolute in and out. */
export function realFile(path: string): string {
  return path.replace(/([\\/]app\.asar)(?=[\\/]|$)/, "$1.unpacked");
}

/** The program that searches. Throws where its package is not installed. */
export async function ripgrepPath(): Promise<string> {
  const { rgPath } = await import("@vscode/ripgrep");
  return realFile(rgPath);
}
