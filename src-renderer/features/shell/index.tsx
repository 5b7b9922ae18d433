import { useEffect } from "react";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { Notice } from "../../state/notices.ts";
import { Button } from "../../ui/button.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import styles from "./notices.module.css";
import { type Shortcut, useShortcuts } from "./shortcuts.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

export { commandsOf } from "./commands.ts";
export { CrashBanner } from "./crash-banner.tsx";
export { Rail } from "./rail.tsx";
export { shortcutsOf } from "./shortcuts.ts";
export { SkipLink } from "./skip-link.tsx";
export { PageFocus } from "./use-kept-focus.ts";

/** A line above the window where the connection is gone or the agent is another one. */
export function LinkBanner() {
  const { agent } = useWindow();
  const { link, restarted } = usePick(agent.store, (state) => state);
  if (link.kind === "lost" || link.kind === "shut-out") {
    return (
      <div className={`${noteStyles.banner} ${noteStyles.failed}`} role="alert">
        <span className="grow">{text(link.kind === "lost" ? "link.lostWords" : "link.shutOutWords")}</span>
        <Button size="small" onClick={agent.tryNow}>
          {text("link.tryNow")}
        </Button>
      </div>
    );
  }
  if (!restarted) return null;
  return (
    <div className={`${noteStyles.banner} ${noteStyles.note}`} role="status">
      <span className="grow">{text("link.restarted")}</span>
      <Button size="small" onClick={() => agent.setRestarted(false)}>
        {text("action.dismiss")}
      </Button>
    </div>
  );
}

export function Notices() {
  const notices = usePick(useWindow().notices, (state) => state.notices);
  return (
    <div className={styles.notices} role="status" aria-live="polite" data-notices="" data-floating="">
      {notices.map((notice) => (
        <NoticeBox key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeBox({ notice }: { readonly notice: Notice }) {
  const { dismissNotice } = useWindow();
  const { act } = notice;
  const tone = notice.tone === "failed" ? noteStyles.failed : noteStyles.note;
  return (
    <div className={`${tone} ${styles.notice}`} data-notice="">
      <span className="grow">{revealWords(notice.text)}</span>
      {act === undefined ? null : (
        <Button
          size="small"
          onClick={() => {
            dismissNotice(notice.id);
            act.run();
          }}
        >
          {act.label}
        </Button>
      )}
    </div>
  );
}

/** Keys that work everywhere, and the title of the page. */
export function ShellKeys({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  const { chat, inbox } = useWindow();
  useShortcuts(shortcuts);
  useKeptFocus();
  const title = usePick(chat.store, (state) => (state.kind === "open" ? state.view.summary.title : ""));
  const waiting = usePick(inbox.store, (state) => state.approvals.length);
  useEffect(() => {
    const count = waiting === 0 ? "" : `(${waiting}) `;
    document.title = `${count}${title === "" ? text("app.name") : `${revealWords(title)} · ${text("app.name")}`}`;
  }, [title, waiting]);
  return null;
}
