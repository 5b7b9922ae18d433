import { z } from "../../src-preload/contract/zod.ts";
import { linksAmong } from "./deep-link.ts";

/** What a start asks for; a second start hands it to the first one. */
export interface StartWords {
  readonly links: readonly string[];
  /** No window is to be shown: at a login nobody asked for one. */
  readonly isHidden: boolean;
}

export const hiddenOption = "--hidden";

/** Words behind the program; those that Chromium or the system put among them are none of ours. */
export function readStartWords(words: readonly string[]): StartWords {
  return { links: linksAmong(words), isHidden: words.includes(hiddenOption) };
}

const startSchema = z.object({ links: z.array(z.string()), isHidden: z.boolean() });

/** What a second start has handed over; any process of this person could have sent it. */
export function readHandedOver(data: unknown): StartWords {
  const read = startSchema.safeParse(data);
  return read.success ? read.data : { links: [], isHidden: false };
}
