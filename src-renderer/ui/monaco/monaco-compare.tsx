import { useEffect, useRef } from "react";
import { text } from "../text.ts";
import styles from "./monaco.module.css";
import { editorOptions, followWindowTheme, languageOf, monaco } from "./monaco.ts";

interface MonacoCompareProps {
  readonly mine: string;
  readonly theirs: string;
  /** The name of the file, which tells its language; what is known of the agent is Markdown. */
  readonly file?: string;
  /** Rises when it is to show `mine` once more: from then on its own text leads. */
  readonly revision?: number;
  /** The right side can be written in, so that a person puts both together. */
  readonly onChange?: (mine: string) => void;
}

/** A comparison takes the names of its sides away whenever it sets their options anew. */
function keepName(side: monaco.editor.ICodeEditor, name: string): void {
  const set = (): void => {
    if (side.getOption(monaco.editor.EditorOption.ariaLabel) !== name) side.updateOptions({ ariaLabel: name });
  };
  side.onDidChangeConfiguration(set);
  set();
}

/** What lies on the disk beside what was typed. */
export function MonacoCompare({ mine, theirs, file, revision, onChange }: MonacoCompareProps) {
  const holder = useRef<HTMLDivElement>(null);
  const now = useRef({ mine, onChange });
  now.current = { mine, onChange };
  const isWritten = onChange !== undefined;
  // What is typed here is not to be shown once more.
  const shownMine = isWritten ? revision : mine;
  useEffect(() => {
    const element = holder.current;
    if (element === null || shownMine === undefined) return;
    const made = monaco.editor.createDiffEditor(element, {
      ...editorOptions,
      readOnly: !isWritten,
      originalEditable: false,
      renderSideBySide: true,
      renderOverviewRuler: false,
    });
    keepName(made.getOriginalEditor(), text("editor.theirs"));
    keepName(made.getModifiedEditor(), text("editor.mine"));
    const language = file === undefined ? "markdown" : languageOf(file);
    const original = monaco.editor.createModel(theirs, language);
    const modified = monaco.editor.createModel(now.current.mine, language);
    modified.onDidChangeContent(() => now.current.onChange?.(modified.getValue()));
    made.setModel({ original, modified });
    const stop = followWindowTheme();
    const end = (): void => {
      made.dispose();
      original.dispose();
      modified.dispose();
    };
    return () => {
      stop();
      // A comparison that is on takes it for an error that its texts are gone.
      if (made.getLineChanges() !== null) end();
      else made.onDidUpdateDiff(() => setTimeout(end));
    };
  }, [shownMine, theirs, file, isWritten]);
  return <div className={styles.monaco} ref={holder} />;
}
