import { type Ref, useState } from "react";
import { TextArea } from "./text-area.tsx";
import { TextField } from "./text-field.tsx";

interface KeptProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** What is wrong with what was typed; null or left out where nothing is. */
  readonly problem?: string | null;
  /** Called with the trimmed words when they differ from `value`. */
  readonly onKeep: (words: string) => void;
  /** What was typed is `value` again. */
  readonly onBack?: () => void;
}

interface KeptInputProps extends KeptProps {
  /** What was emptied is put back. */
  readonly required?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

type Kept = Pick<KeptInputProps, "value" | "required" | "onKeep" | "onBack">;

/** Words that are typed, and kept when the person is done with them. */
function useKept({ value, required = false, onKeep, onBack }: Kept) {
  const [typed, setTyped] = useState({ on: value, words: value });
  // What was typed is of the value that it was typed on: with another one it is gone.
  if (typed.on !== value) setTyped({ on: value, words: value });
  const words = typed.on === value ? typed.words : value;
  const setWords = (next: string): void => setTyped({ on: value, words: next });
  const keep = (): void => {
    const wanted = words.trim();
    if (wanted === "" && required) setWords(value);
    else if (wanted !== value) onKeep(wanted);
    else onBack?.();
  };
  return { words, setWords, keep };
}

/** One line of text that is kept when it is left or Enter is pressed. */
export function KeptInput({ value, required = false, onKeep, onBack, ...field }: KeptInputProps) {
  const { words, setWords, keep } = useKept({ value, required, onKeep, ...(onBack === undefined ? {} : { onBack }) });
  return <TextField {...field} value={words} onChange={setWords} onBlur={keep} onEnter={keep} />;
}

/** A few lines that are kept when they are left. */
export function KeptLines({ value, onKeep, onBack, ...field }: KeptProps) {
  const { words, setWords, keep } = useKept({ value, onKeep, ...(onBack === undefined ? {} : { onBack }) });
  return <TextArea {...field} rows={2} value={words} onChange={setWords} onBlur={keep} />;
}
