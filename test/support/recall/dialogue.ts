import { z } from "zod";
import { lenientDate } from "../../../src-main/knowledge/recall/dates-in-words.ts";
import type { RecallEntry } from "../../../src-main/storage/recall-calls.ts";

/** A long dialogue and questions with the turns that answer them: what recall is measured with. */
const dialogueSchema = z.object({
  turns: z
    .array(
      z.object({
        id: z.coerce.string(),
        speaker: z.string().default(""),
        date: z.coerce.string().default(""),
        text: z.string(),
      }),
    )
    .min(1),
  questions: z
    .array(z.object({ text: z.string(), evidence: z.array(z.coerce.string()), kind: z.string().default("") }))
    .min(1),
});
export type Dialogue = z.infer<typeof dialogueSchema>;

/** What is wrong with the text of such a file, in a sentence, or the dialogue. */
export function readDialogue(json: string): Dialogue | string {
  let content: unknown;
  try {
    content = JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    return `it is no JSON (${error instanceof Error ? error.message : String(error)})`;
  }
  const parsed = dialogueSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join(".") || "the file"}: ${issue?.message ?? "not a dialogue"}`;
}

/** The turns as entries of an index, whose id is the place of the turn: those of the file need not be unique. */
export function entriesOf(turns: Dialogue["turns"]): readonly RecallEntry[] {
  return turns.map(({ id, speaker, date, text }, at) => ({
    id: String(at),
    source: "message",
    sessionKey: null,
    messageId: id,
    speaker,
    date: lenientDate(date),
    text,
  }));
}
