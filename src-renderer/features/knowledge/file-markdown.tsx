import { useOpenAddress } from "../../state/use-open-address.ts";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { previewText } from "../../ui/preview-text.ts";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import styles from "./knowledge-editor.module.css";

interface FileMarkdownProps {
  readonly path: string;
  readonly words: string;
}

/** The file drawn as answers are, with what is typed and not saved. */
export function FileMarkdown({ path, words }: FileMarkdownProps) {
  const open = useOpenAddress();
  return (
    // It scrolls; the keyboard must reach it.
    <section className={styles.preview} aria-label={text("knowledge.previewOf", { name: path })} tabIndex={0}>
      {words.trim() === "" ? (
        <p className="meta">{text("knowledge.previewEmpty")}</p>
      ) : (
        <div className={proseStyles.prose}>
          <Markdown text={previewText(words)} onOpen={open} />
        </div>
      )}
    </section>
  );
}
