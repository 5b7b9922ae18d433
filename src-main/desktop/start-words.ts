import { z } from "../../src-preload/contract/zod.ts";
import { linksAmong } from "./deep-link.ts";

/** What a start asks for; a second start hands it to the first one. */
export interface StartWords {
  readonly links: readonly string[];
  /** No window is to be shown: at a login nobody asked for one. */
  readonly isHidden: boolean;
  /** What the person chose at the app's image, where that is more than to see the window. */
  readonly asks: "new-chat" | "quick-ask" | null;
}

export const hiddenOption = "--hidden";
export const newChatOption = "--new-chat";
export const quickAskOption = "--quick-ask";

/** Words behind the program; those that Chromium or the system put among them are none of ours. */
export function readStartWords(words: readonly string[]): StartWords {
  return { links: linksAmong(words), isHidden: words.includes(hiddenOption), asks: askedBy(words) };
}

function askedBy(words: readonly string[]): StartWords["asks"] {
  if (words.includes(quickAskOption)) return "quick-ask";
  return words.includes(newChatOption) ? "new-chat" : null;
}

const startSchema = z.object({
  links: z.array(z.string()),
  isHidden: z.boolean(),
  asks: z.enum(["new-chat", "quick-ask"]).nullable().default(null),
});

/** What a second start has handed over; any process of this person could have sent it. */
export function readHandedOver(data: unknown): StartWords {
  const read = startSchema.safeParse(data);
  return read.success ? read.data : { links: [], isHidden: false, asks: null };
}
