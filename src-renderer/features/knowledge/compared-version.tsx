import { Suspense, useState } from "react";
import type { KnowledgeVersion } from "../../../src-preload/contract/knowledge.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { isUnsaved, type KnowledgePage } from "../../state/edited-files.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import { LazyCompare } from "../../ui/monaco/lazy-editor.ts";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import styles from "./knowledge-editor.module.css";
import { RestoreDialog } from "./restore-dialog.tsx";
import { authorWords } from "./version-words.ts";

interface ComparedVersionProps {
  readonly path: string;
  readonly page: KnowledgePage;
}

/** An earlier version beside what stands now, and the way to have it back. Nothing where none is compared. */
export function ComparedVersion({ path, page }: ComparedVersionProps) {
  const { fileVersions } = useWindow();
  const compared = usePick(fileVersions.store, (state) => state.compared);
  if (compared === null) return null;
  const { of, content } = compared;
  const now = page.kind === "ready" ? page.words : "";
  return (
    <section
      className={styles.over}
      aria-label={text("knowledge.compared")}
      onKeyDown={(event) => {
        if (event.key === "Escape") fileVersions.goBack();
      }}
    >
      <CompareBar path={path} page={page} of={of} words={content.kind === "ready" ? content.text : null} />
      <div className={styles.editor}>
        {content.kind === "loading" ? <Bones rows={6} /> : null}
        {content.kind === "failed" ? (
          <div className={`${noteStyles.banner} ${noteStyles.failed}`} role="alert">
            <span className="grow">{content.message}</span>
            <Button size="small" onClick={() => void fileVersions.compare(of)}>
              {text("action.again")}
            </Button>
          </div>
        ) : null}
        {content.kind === "ready" ? (
          <Suspense fallback={<p className="pad meta">{text("action.loading")}</p>}>
            <LazyCompare mine={now} theirs={content.text} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}

interface CompareBarProps extends ComparedVersionProps {
  readonly of: KnowledgeVersion;
  /** What it held; null as long as that is not known. */
  readonly words: string | null;
}

/** What is shown, and the two ways on. */
function CompareBar({ path, page, of, words }: CompareBarProps) {
  const { fileVersions, knowledge } = useWindow();
  const [isAsking, setAsking] = useState(false);
  const isSame = page.kind === "ready" && page.words === words;
  const restore = async (): Promise<void> => {
    if (words === null) return;
    setAsking(false);
    fileVersions.goBack();
    await knowledge.restore(path, words);
  };
  return (
    <div className={`${noteStyles.banner} ${noteStyles.note} ${noteStyles.hasActs}`}>
      <span className={noteStyles.words}>
        {text("knowledge.comparedOf", { who: authorWords(of.author), when: new Date(of.time).toLocaleString() })}{" "}
        {text(of.version === null ? "knowledge.wasNone" : isSame ? "knowledge.isSame" : "knowledge.comparedSides")}
      </span>
      <span className={noteStyles.acts}>
        <Button size="small" onClick={fileVersions.goBack}>
          {text("knowledge.toEditor")}
        </Button>
        {of.version === null ? null : (
          <Button
            size="small"
            kind="primary"
            disabled={words === null || isSame}
            onClick={() => (isUnsaved(page) ? setAsking(true) : void restore())}
          >
            {text("knowledge.restore")}
          </Button>
        )}
      </span>
      <RestoreDialog isOpen={isAsking} onClose={() => setAsking(false)} onRestore={() => void restore()} />
    </div>
  );
}
