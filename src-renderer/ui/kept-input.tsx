import { useEffect, useState } from "react";
import { TextField } from "./text-field.tsx";

interface KeptInputProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** What was emptied is put back. */
  readonly required?: boolean;
  /** What is wrong with what was typed; null or left out where nothing is. */
  readonly problem?: string | null;
  /** Called with the trimmed words when they differ from `value`. */
  readonly onKeep: (words: string) => void;
  /** What was typed is `value` again. */
  readonly onBack?: () => void;
}

/** One line of text that is kept when it is left or Enter is pressed. */
export function KeptInput({ value, required = false, onKeep, onBack, ...field }: KeptInputProps) {
  const [words, setWords] = useState(value);
  useEffect(() => setWords(value), [value]);
  const keep = (): void => {
    const wanted = words.trim();
    if (wanted === "" && required) setWords(value);
    else if (wanted !== value) onKeep(wanted);
    else onBack?.();
  };
  return <TextField {...field} value={words} onChange={setWords} onBlur={keep} onEnter={keep} />;
}
