import { useEffect, useState } from "react";

interface KeptInputProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** What was emptied is put back. */
  readonly required?: boolean;
  /** Called with the trimmed words when they differ from `value`. */
  readonly onKeep: (words: string) => void;
}

/** One line of text that is kept when it is left or Enter is pressed. */
export function KeptInput({ label, value, placeholder, required = false, onKeep }: KeptInputProps) {
  const [words, setWords] = useState(value);
  useEffect(() => setWords(value), [value]);
  const keep = (): void => {
    const wanted = words.trim();
    if (wanted === "" && required) setWords(value);
    else if (wanted !== value) onKeep(wanted);
  };
  return (
    <label className="input">
      <span className="sr">{label}</span>
      <input
        className="mono"
        value={words}
        placeholder={placeholder}
        onChange={(event) => setWords(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) keep();
        }}
      />
    </label>
  );
}
