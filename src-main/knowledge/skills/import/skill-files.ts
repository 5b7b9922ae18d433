/** A file on its way into a skill, in memory: what was shown is what is written. */
export interface SkillFileData {
  /** Below the folder that it came in, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
  /** Its owner may run it where it comes from. */
  readonly isExecutable: boolean;
}

/** The most that is brought in at once. Honest skills have some kilobytes and a dozen files. */
export const mostFiles = 2000;
export const mostBytes = 20 * 1024 * 1024;

/** How much is taken of an archive, and what of it is passed over. */
export interface FileLimits {
  readonly mostFiles: number;
  /** Unpacked. */
  readonly mostBytes: number;
  readonly isLeftOut: (path: string) => boolean;
}

const scriptName =
  /\.(?:sh|bash|zsh|fish|ksh|csh|py|pyw|pyc|rb|pl|pm|php|lua|tcl|js|mjs|cjs|jsx|ts|mts|cts|tsx|ps1|psm1|bat|cmd|vbs|vbe|wsf|hta|reg|scpt|applescript|command|jar|class|exe|com|msi|scr|dll|so|dylib|wasm|app|deb|rpm|apk|desktop|lnk|r|jl|go|rs|awk|sed|mk)$|(?:^|\/)(?:makefile|justfile|dockerfile)$/i;
/** ELF, Windows, the kinds of macOS, Java and WebAssembly. */
const programStarts = ["7f454c46", "4d5a", "feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe", "0061736d"];

/** Whether a file can be run: by its name, its mode, its first line or its first bytes. */
export function isScript({ path, bytes, isExecutable }: SkillFileData): boolean {
  if (isExecutable || scriptName.test(path)) return true;
  const start = bytes.subarray(0, 4);
  return (
    start.subarray(0, 2).toString("latin1") === "#!" ||
    programStarts.some((hex) => start.toString("hex").startsWith(hex))
  );
}
