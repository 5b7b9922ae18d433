import { useEffect, useRef } from "react";
import { editorOptions, followWindowTheme, monaco } from "./monaco.ts";

interface MonacoEditorProps {
  /** The accessible name of the text box. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSave: () => void;
}

export function MonacoEditor({ label, value, onChange, onSave }: MonacoEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor | null>(null);
  const now = useRef({ onChange, onSave, value });
  now.current = { onChange, onSave, value };

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const made = monaco.editor.create(element, {
      ...editorOptions,
      value: now.current.value,
      language: "markdown",
      ariaLabel: label,
    });
    editor.current = made;
    made.onDidChangeModelContent(() => now.current.onChange(made.getValue()));
    made.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => now.current.onSave());
    const stop = followWindowTheme();
    made.focus();
    return () => {
      stop();
      made.getModel()?.dispose();
      made.dispose();
    };
  }, [label]);

  useEffect(() => {
    if (editor.current !== null && editor.current.getValue() !== value) editor.current.setValue(value);
  }, [value]);

  return <div className="monaco" ref={holder} />;
}
