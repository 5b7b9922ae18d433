import { isMessageId } from "../../src-preload/contract/session-key.ts";
import { newSessionKey } from "./new-session-key.ts";
import type { WindowState } from "./window-state.ts";

type Needed = Pick<WindowState, "chat" | "composer" | "newChat" | "place" | "soughtMessage" | "stage">;

/**
 * What an address asks for once, behind a `?`: a message of its chat (`#/chats/KEY?message=ID`), a new chat (`#/chats?new=`), or one
 * with words in its composer (`#/chats?text=WORDS`). It is taken out of the address at once, so that a reload does not ask again.
 */
export function answerAskedAddress(state: Needed): void {
  const { stage } = state;
  const [address = "", query] = window.location.hash.split("?");
  if (query === undefined) return;
  window.history.replaceState(window.history.state, "", address);
  const asked = new URLSearchParams(query);
  if (stage.store.getState().stage === "window") {
    answer(asked, state);
    return;
  }
  // The first run has no composer: what is asked waits for the window.
  const stop = stage.store.subscribe((now) => {
    if (now.stage !== "window") return;
    stop();
    answer(asked, state);
  });
}

function answer(asked: URLSearchParams, { chat, composer, newChat, place, soughtMessage }: Needed): void {
  const words = asked.get("text") ?? "";
  const messageId = asked.get("message") ?? "";
  const now = place.store.getState().place;
  if (words !== "") {
    const key = newSessionKey();
    chat.startNew(key);
    place.go({ name: "chats", sessionKey: key });
    composer.begin(key, words);
  } else if (asked.has("new")) newChat();
  else if (isMessageId(messageId) && now.name === "chats" && now.sessionKey !== null) {
    void soughtMessage.openAsked(now.sessionKey, messageId);
  }
}
