import { useEffect, useRef, useState } from "react";
import { rememberFocus } from "./focus-back.ts";
import { isComposing } from "./keys.ts";
import { text } from "./text.ts";

interface RenameFieldProps {
  readonly title: string;
  /** Another name than before. */
  readonly onSave: (name: string) => void;
  readonly onDone: (how: "keys" | "left") => void;
}

/** The name of a chat, to be written anew: Enter keeps it, Escape leaves it as it was. */
export function RenameField({ title, onSave, onDone }: RenameFieldProps) {
  const [name, setName] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // The person has just asked for it.
  useEffect(() => {
    rememberFocus();
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (how: "keys" | "left", isKept: boolean): void => {
    // The field loses the focus once more as it goes.
    if (isOver.current) return;
    isOver.current = true;
    const wanted = name.trim();
    if (isKept && wanted !== "" && wanted !== title) onSave(wanted);
    onDone(how);
  };
  return (
    <label className="input">
      <span className="screen-reader">{text("chat.title")}</span>
      <input
        ref={field}
        value={name}
        maxLength={200}
        dir="auto"
        onChange={(event) => setName(event.target.value)}
        onBlur={() => end("left", true)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (isComposing(event.nativeEvent) || (event.key !== "Enter" && event.key !== "Escape")) return;
          event.preventDefault();
          end("keys", event.key === "Enter");
        }}
      />
    </label>
  );
}
