import { Database, File, Folder, MessageSquare, MessageSquareQuote, Puzzle, SquareSlash } from "lucide-react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { MarkedLetters } from "../../ui/marked-letters.tsx";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import styles from "./suggestion-list.module.css";
import type { Suggestion } from "./suggestions.ts";

/** Characters of what something is for, beside its name. */
const mostAboutChars = 120;

interface RowProps {
  readonly item: Suggestion;
  readonly typed: string;
}

/** Its kind, its name with the letters that were typed, and what it is for. */
export function SuggestionRow({ item, typed }: RowProps) {
  switch (item.kind) {
    case "file":
      return <PathRow path={item.path} typed={typed} isFolder={false} />;
    case "folder":
      return <PathRow path={item.path} typed={typed} isFolder />;
    case "chat":
      return (
        <>
          <MessageSquare className="icon" aria-hidden="true" />
          <span className={`${styles.name} cut`} dir="auto">
            <MarkedLetters words={item.title} typed={typed.replace(/^chat:"?/, "")} />
          </span>
          <span className="meta small cut">{shortTime(item.updatedAt, Date.now())}</span>
        </>
      );
    case "resource": {
      const { title, server, uri } = item.resource;
      return (
        <>
          <Database className="icon" aria-hidden="true" />
          <span className={`${styles.name} cut`} dir="auto">
            <MarkedLetters words={title} typed={typed} />
          </span>
          <span className="meta small cut">
            <MarkedLetters words={`${server}:${uri}`} typed={typed} />
          </span>
        </>
      );
    }
    case "command":
      return (
        <>
          <SquareSlash className="icon" aria-hidden="true" />
          <span className={styles.name}>
            /<MarkedLetters words={item.name} typed={typed} />
          </span>
          {/* The sentence of the terminal begins with the name. */}
          <span className="meta small cut">{text(`command.help.${item.name}`).replace(/^\S+\s+/, "")}</span>
        </>
      );
    case "skill":
      return (
        <>
          <Puzzle className="icon" aria-hidden="true" />
          <span className={styles.name}>
            {item.sign}
            <MarkedLetters words={item.name} typed={typed} />
          </span>
          <About words={item.about} />
        </>
      );
    case "prompt":
      return (
        <>
          <MessageSquareQuote className="icon" aria-hidden="true" />
          <span className={`${styles.name} cut`}>
            <MarkedLetters words={item.written} typed={typed} />
          </span>
          <About words={item.prompt.description === "" ? item.prompt.title : item.prompt.description} />
        </>
      );
    default: {
      const never: never = item;
      return never;
    }
  }
}

function About({ words }: { readonly words: string }) {
  return <span className="meta small cut">{revealLine(words.slice(0, mostAboutChars))}</span>;
}

interface PathRowProps {
  readonly path: string;
  readonly typed: string;
  readonly isFolder: boolean;
}

/** The name first: folders may be long. */
function PathRow({ path, typed, isFolder }: PathRowProps) {
  const cut = path.lastIndexOf("/") + 1;
  const Icon = isFolder ? Folder : File;
  return (
    <>
      <Icon className="icon" aria-hidden="true" />
      <span className={`${styles.name} cut`}>
        <MarkedLetters words={path.slice(cut)} typed={typed.slice(typed.lastIndexOf("/") + 1)} />
        {isFolder ? "/" : ""}
      </span>
      <span className="meta small cut">
        <MarkedLetters words={path.slice(0, Math.max(0, cut - 1))} typed={typed} />
      </span>
    </>
  );
}
