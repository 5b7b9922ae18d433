import { X } from "lucide-react";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { Button } from "../../ui/button.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";

/** So many are named. */
const mostNamed = 3;

/** What a crash cut off, told once. A chat that is open says so itself. */
export function CrashBanner() {
  const { crash, chat, place, system } = useWindow();
  const chats = usePick(crash.store, (state) => state.chats);
  const open = usePick(chat.store, (state) => (state.kind === "open" ? state.view.summary.key : null));
  const [first] = chats;
  if (first === undefined || (chats.length === 1 && first.sessionKey === open)) return null;
  const names = chats.slice(0, mostNamed).map(({ title }) => revealWords(title));
  const titles = chats.length > mostNamed ? `${names.join(", ")} …` : names.join(", ");
  const resume = async (): Promise<void> => {
    await crash.resume();
    place.go({ name: "chats", sessionKey: first.sessionKey });
  };
  return (
    <div className={`${noteStyles.banner} ${noteStyles.needs}`} role="status" aria-label={text("crash.title")}>
      <span className="grow">
        {text(chats.length === 1 ? "crash.one" : "crash.several", { count: chats.length })}{" "}
        <a href={placeHref({ name: "chats", sessionKey: first.sessionKey })}>{titles}</a>
      </span>
      <Button size="small" kind="ghost" onClick={() => void system.openLogs()}>
        {text("crash.log")}
      </Button>
      <Button size="small" onClick={() => void resume()}>
        {text(chats.length === 1 ? "crash.resume" : "crash.resumeAll")}
      </Button>
      <Button size="small" kind="ghost" aria-label={text("action.dismiss")} onClick={() => void crash.close()}>
        <X className="icon icon-small" aria-hidden="true" />
      </Button>
    </div>
  );
}
