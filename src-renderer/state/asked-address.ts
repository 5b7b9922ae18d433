import { isMessageId } from "../../src-preload/contract/session-key.ts";
import { newSessionKey } from "./new-session-key.ts";
import type { WindowState } from "./window-state.ts";

type Needed = Pick<WindowState, "chat" | "composer" | "newChat" | "place" | "soughtMessage" | "stage">;

/**
 * What an address asks for once, behind a `?`: a message of its chat (`#/chats/KEY?message=ID`), a new chat (`#/chats?new=`), or one
 * with words in its composer (`#/chats?text=WORDS`). It is taken out of the address at once, so that a reload does not ask again.
 * `first`: the address that asked first, which the window may have left meanwhile.
 */
export function followAskedAddress(
  { chat, composer, newChat, place, soughtMessage, stage }: Needed,
  first: string,
): void {
  let asked: URLSearchParams | null = null;

  function note(hash: string): void {
    const [address = "", query] = hash.split("?");
    if (query === undefined) return;
    asked = new URLSearchParams(query);
    if (window.location.hash === hash) window.history.replaceState(window.history.state, "", address);
    answer();
  }

  function answer(): void {
    // The first run has no composer: what is asked waits for the window.
    if (asked === null || stage.store.getState().stage !== "window") return;
    const words = asked.get("text") ?? "";
    const messageId = asked.get("message") ?? "";
    const isNew = asked.has("new");
    asked = null;
    const now = place.store.getState().place;
    if (words !== "") fill(words);
    else if (isNew) newChat();
    else if (isMessageId(messageId) && now.name === "chats" && now.sessionKey !== null) {
      void soughtMessage.openAsked(now.sessionKey, messageId);
    }
  }

  function fill(words: string): void {
    const key = newSessionKey();
    chat.startNew(key);
    place.go({ name: "chats", sessionKey: key });
    composer.begin(key, words);
  }

  window.addEventListener("hashchange", () => note(window.location.hash));
  stage.store.subscribe(answer);
  note(first);
  if (window.location.hash !== first) note(window.location.hash);
}
