import { Search } from "lucide-react";

interface SearchFieldProps {
  readonly label: string;
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

/** Finds in a card what has many rows. */
export function SearchField({ label, query, onSearch }: SearchFieldProps) {
  return (
    <label className="search">
      <Search className="i s" aria-hidden="true" />
      <span className="sr">{label}</span>
      <input type="search" value={query} placeholder={label} onChange={(event) => onSearch(event.target.value)} />
    </label>
  );
}
