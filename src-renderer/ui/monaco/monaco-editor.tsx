import { useEffect, useRef } from "react";
import styles from "./monaco.module.css";
import { editorOptions, followWindowTheme, languageOf, monaco } from "./monaco.ts";

interface MonacoEditorProps {
  /** The accessible name of the text box. */
  readonly label: string;
  /** The name of the file, which tells its language; what is known of the agent is Markdown. */
  readonly file?: string;
  readonly isReadOnly?: boolean;
  /** What it opens with; from then on the editor's own text leads, which is ahead of what was told of it. */
  readonly initial: string;
  /** Rises when it is to show `initial` once more: another one than the person has written it. */
  readonly revision: number;
  readonly onChange: (value: string) => void;
  readonly onSave: () => void;
}

export function MonacoEditor({
  label,
  file,
  isReadOnly = false,
  initial,
  revision,
  onChange,
  onSave,
}: MonacoEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<ReturnType<typeof monaco.editor.create>>(null);
  const now = useRef({ onChange, onSave, initial });
  now.current = { onChange, onSave, initial };

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const made = monaco.editor.create(element, {
      ...editorOptions,
      value: now.current.initial,
      language: file === undefined ? "markdown" : languageOf(file),
      readOnly: isReadOnly,
      ariaLabel: label,
    });
    // A text of one line would get the line ends of the system with its second one.
    if (!now.current.initial.includes("\r")) made.getModel()?.setEOL(monaco.editor.EndOfLineSequence.LF);
    made.onDidChangeModelContent(() => now.current.onChange(made.getValue()));
    made.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => now.current.onSave());
    const stop = followWindowTheme();
    editor.current = made;
    made.focus();
    return () => {
      stop();
      editor.current = null;
      made.getModel()?.dispose();
      made.dispose();
    };
  }, [label, file, isReadOnly]);

  const shown = useRef(revision);
  useEffect(() => {
    const made = editor.current;
    if (made === null || shown.current === revision) return;
    shown.current = revision;
    const view = made.saveViewState();
    made.setValue(now.current.initial);
    if (view !== null) made.restoreViewState(view);
  }, [revision]);

  return <div className={styles.monaco} ref={holder} />;
}
