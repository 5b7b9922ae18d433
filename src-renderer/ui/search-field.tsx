import { Search } from "lucide-react";

interface SearchFieldProps {
  readonly label: string;
  readonly query: string;
  readonly onSearch: (query: string) => void;
  /** The arrow down leads to what was found. */
  readonly onDown?: () => void;
}

/** Finds what is wanted in many rows. */
export function SearchField({ label, query, onSearch, onDown }: SearchFieldProps) {
  return (
    <label className="search">
      <Search className="icon icon-small" aria-hidden="true" />
      <span className="screen-reader">{label}</span>
      <input
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
    </label>
  );
}
