import { useEffect, useRef } from "react";
import styles from "./knowledge-editor.module.css";
import { editorOptions, followWindowTheme, monaco } from "./monaco.ts";

interface MonacoCompareProps {
  readonly mine: string;
  readonly theirs: string;
}

/** What lies on the disk beside what was typed. */
export function MonacoCompare({ mine, theirs }: MonacoCompareProps) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const made = monaco.editor.createDiffEditor(element, {
      ...editorOptions,
      readOnly: true,
      renderSideBySide: true,
      renderOverviewRuler: false,
    });
    const original = monaco.editor.createModel(theirs, "markdown");
    const modified = monaco.editor.createModel(mine, "markdown");
    made.setModel({ original, modified });
    const stop = followWindowTheme();
    return () => {
      stop();
      made.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [mine, theirs]);
  return <div className={styles.monaco} ref={holder} />;
}
