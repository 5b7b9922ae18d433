import type { Files } from "./files.ts";
import type { OpenChat } from "./open-chat.ts";
import { pageOf } from "./place.ts";
import type { PlaceControl } from "./place-store.ts";
import type { PreferencesStore } from "./preferences.ts";

interface Needed {
  readonly chat: OpenChat;
  readonly files: Files;
  readonly place: PlaceControl;
  readonly preferences: PreferencesStore;
}

/** Shows a file of the open chat's work folder beside the chat, from whichever page. */
export function createOpenFile({ chat, files, place, preferences }: Needed): (path: string) => void {
  return (path) => {
    const show = (): void => {
      preferences.setState({ inspector: true, inspectorTab: "files" });
      files.choose(path);
    };
    if (pageOf(place.store.getState().place) === "chats") return show();
    // The page is come to first: what it shows of the folder begins anew with it.
    const stop = place.store.subscribe(() => {
      stop();
      show();
    });
    const open = chat.store.getState();
    place.go({ name: "chats", sessionKey: open.kind === "none" ? null : open.key });
  };
}
