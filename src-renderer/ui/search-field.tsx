import { Search, X } from "lucide-react";
import { useId, useRef } from "react";
import { IconButton } from "./button.tsx";
import { text } from "./text.ts";

interface SearchFieldProps {
  readonly label: string;
  readonly query: string;
  readonly onSearch: (query: string) => void;
  /** The arrow down leads to what was found. */
  readonly onDown?: () => void;
}

/** Finds what is wanted in many rows. */
export function SearchField({ label, query, onSearch, onDown }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className="search">
      <Search className="icon icon-small" aria-hidden="true" />
      <label className="screen-reader" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        dir="auto"
        type="search"
        value={query}
        placeholder={label}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || onDown === undefined) return;
          event.preventDefault();
          onDown();
        }}
      />
      {query === "" ? null : (
        <IconButton
          label={text("action.clear")}
          size="small"
          onClick={() => {
            field.current?.focus();
            onSearch("");
          }}
        >
          <X className="icon icon-small" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
