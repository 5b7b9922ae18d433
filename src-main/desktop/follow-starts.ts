import type { Log } from "../host.ts";
import { wordsOfLink } from "./deep-link.ts";
import { filledChatAddress, newChatAddress } from "./page-address.ts";
import type { StartWords } from "./start-words.ts";

interface StartsParts {
  readonly log: Log;
  /** Shows the window, at this address where one is given. */
  readonly show: (address?: string) => void;
  readonly quickAsk: () => void;
}

/** A start asks for the window, unless it is one of the login; links fill the composer of a new chat. */
export function answerStart({ links, isHidden, asks }: StartWords, { log, show, quickAsk }: StartsParts): void {
  const known = links.flatMap((link) => {
    const words = wordsOfLink(link);
    // Of what it says the log gets nothing: it is anybody's.
    if (words === null) log("warn", "a link was ignored, since it is none of Perch", { characters: link.length });
    return words === null ? [] : [words];
  });
  const [words] = known;
  if (words !== undefined) show(filledChatAddress(words));
  else if (asks === "quick-ask") quickAsk();
  else if (asks === "new-chat") show(newChatAddress);
  else if (!isHidden) show();
}
