import { headOf, tailOf } from "../text-ends.ts";
import { reasonOf } from "../thrown.ts";

export interface LimitedResult {
  readonly content: string;
  /** Where the whole text lies, when it was too long. */
  readonly resultFile?: string;
}

/** What the limit is laid on. */
export interface LongResult {
  readonly content: string;
  readonly maxChars: number;
  /** It is not whole as it comes: the file will not be either. */
  readonly isPartial?: boolean;
}

const headShare = 0.6;

/**
 * Keeps a result within `maxChars` characters (UTF-16 units). A longer one is handed to `save` whole, and the model
 * gets its head, its tail and a line between them that says how much is missing and where all of it lies.
 */
export async function limitResult(
  { content, maxChars, isPartial = false }: LongResult,
  save: (text: string) => Promise<string>,
): Promise<LimitedResult> {
  if (content.length <= maxChars) return { content };
  let resultFile: string;
  try {
    resultFile = await save(content);
  } catch (error) {
    return { content: shortened(content, maxChars, `the rest could not be saved: ${reasonOf(error)}`) };
  }
  const kept = isPartial ? "what was kept of the result" : "the whole result";
  const hint = `${kept} is in ${resultFile} (read_file with startLine, or grep)`;
  return { content: shortened(content, maxChars, hint), resultFile };
}

/** What the model reads where a tool said nothing. */
export function contentOrNote(name: string, content: string): string {
  return content.trim() === "" ? `(${name} completed with no output)` : content;
}

function shortened(content: string, maxChars: number, hint: string): string {
  const note = (left: number) => `\n\n[… ${left} characters left out; ${hint} …]\n\n`;
  const room = Math.max(0, maxChars - note(content.length).length);
  const head = headOf(content, Math.floor(room * headShare));
  const tail = tailOf(content, room - head.length);
  return head + note(content.length - head.length - tail.length) + tail;
}
