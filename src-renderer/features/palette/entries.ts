import { type Match, matchName } from "../../ui/match.ts";
import type { TextKey } from "../../ui/text.ts";

export type EntryKind = "chat" | "here" | "go" | "window" | "file" | "model" | "server" | "sign" | "message";

/** A row of the palette: something by its name. */
export interface Entry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly label: string;
  /** What is said of it behind its name; "" for nothing. */
  readonly detail: string;
  /** At the end of the row: how it stands and when it was used. */
  readonly side: string;
  /** "" where no key does it. */
  readonly keys: string;
  readonly isMono?: boolean;
  readonly run: () => void;
  /** Choosing it leaves the palette open. */
  readonly staysOpen?: boolean;
}

export interface Section {
  readonly title: TextKey | null;
  readonly entries: readonly Entry[];
}

const mostRecent = 5;
const mostHere = 8;
/** More than this nobody reads: another letter finds it sooner. */
const mostFound = 60;

/** What may be typed before the name: only these kinds are meant. */
const kindsOf: Readonly<Record<string, readonly EntryKind[]>> = {
  ">": ["here", "go", "window", "server", "model"],
  "@": ["file"],
  "#": ["chat"],
};

/** The sign that a query begins with, and what is looked for behind it. */
export function readQuery(query: string): { readonly sign: string; readonly search: string } {
  const sign = /^[>@#?]/.exec(query)?.[0] ?? "";
  return { sign, search: query.slice(sign.length).trim() };
}

/** What the palette shows: what is near while nothing is typed, else everything that fits, the best first, whatever it is. */
export function sectionsFor(query: string, entries: readonly Entry[], signs: readonly Entry[]): readonly Section[] {
  const { sign, search } = readQuery(query);
  if (sign === "?") return [{ title: "palette.help", entries: signs }];
  const kinds = kindsOf[sign];
  const meant = kinds === undefined ? entries : entries.filter(({ kind }) => kinds.includes(kind));
  const found = search !== "" ? ranked(meant, search) : sign === "" ? null : meant.slice(0, mostFound);
  const said = entries.filter(({ kind }) => kind === "message");
  const sections: readonly Section[] =
    found === null
      ? near(meant)
      : [
          { title: null, entries: found },
          { title: "palette.messages", entries: sign === "" ? said : [] },
        ];
  return sections.filter((section) => section.entries.length > 0);
}

function near(entries: readonly Entry[]): readonly Section[] {
  const of = (wanted: EntryKind) => entries.filter(({ kind }) => kind === wanted);
  return [
    { title: "palette.recent", entries: of("chat").slice(0, mostRecent) },
    { title: "palette.here", entries: of("here").slice(0, mostHere) },
    { title: "palette.go", entries: of("go") },
  ];
}

function ranked(entries: readonly Entry[], search: string): readonly Entry[] {
  return entries
    .filter(({ kind }) => kind !== "message")
    .flatMap((entry) => {
      const match = bestOf(entry, search);
      return match === null ? [] : [{ entry, score: match.score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostFound)
    .map(({ entry }) => entry);
}

/** A file is known by its name more than by its folders. */
function bestOf({ kind, label }: Entry, search: string): Match | null {
  const whole = matchName(label, search);
  if (kind !== "file") return whole;
  const name = matchName(label.slice(label.lastIndexOf("/") + 1), search);
  return name !== null && (whole === null || name.score > whole.score) ? name : whole;
}
