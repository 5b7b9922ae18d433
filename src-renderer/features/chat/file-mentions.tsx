import { useEffect, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";

export interface Mention {
  /** Where the `@` stands. */
  readonly start: number;
  readonly query: string;
}

/** The `@` word that is being typed at the caret, or null. */
export function mentionAt(words: string, caret: number): Mention | null {
  const match = /(?:^|\s)@([^\s@]*)$/.exec(words.slice(0, caret));
  if (match === null) return null;
  const query = match[1] ?? "";
  return { start: caret - query.length - 1, query };
}

interface FileMentionsProps {
  readonly sessionKey: SessionKey;
  readonly query: string;
  readonly onPick: (path: string) => void;
}

/** Files of the work folder that fit what is typed behind `@`. */
export function FileMentions({ sessionKey, query, onPick }: FileMentionsProps) {
  const { client } = useWindow();
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void client.request("file.find", { sessionKey, query, limit: 8 }).then((found) => {
      if (isCurrent && found.ok) setPaths(found.value.paths);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, sessionKey, query]);
  if (paths.length === 0) return null;
  return (
    <ul className="menu mentions" aria-label={text("composer.files")}>
      {paths.map((path) => (
        <li key={path}>
          <button
            type="button"
            className="mi mono"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(path)}
          >
            {revealLine(path)}
          </button>
        </li>
      ))}
    </ul>
  );
}
