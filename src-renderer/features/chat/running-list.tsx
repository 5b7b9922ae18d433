import { ChevronDown, ChevronRight, Square, SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { RunningCommand } from "../../../src-preload/contract/commands.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealControls, revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { IconButton } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import styles from "./running-list.module.css";

/** Commands of this chat that stay: each opens to the end of what it writes, and can be stopped. */
export function RunningList({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { runningCommands } = useWindow();
  const commands = usePick(runningCommands.store, (state) => state.commands);
  const own = commands.filter((command) => command.sessionKey === sessionKey);
  if (own.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={text("running.title")}>
      {own.map((command) => (
        <RunningRow key={command.id} command={command} />
      ))}
    </ul>
  );
}

function RunningRow({ command }: { readonly command: RunningCommand }) {
  const { runningCommands } = useWindow();
  const [isOpen, setOpen] = useState(false);
  const line = revealLine(command.command);
  const last = command.tail.trimEnd().split("\n").at(-1) ?? "";
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SquareTerminal className="icon icon-small" aria-hidden="true" />
          <span className={`mono cut ${styles.command}`}>{line}</span>
          <span className="meta small cut grow">{isOpen ? "" : revealLine(last)}</span>
          <span className={`small ${styles.where} ${command.confined ? "meta" : "tone-needs"}`}>
            {text(command.confined ? "running.confined" : "running.open")}
          </span>
          <Chevron className="icon icon-small" aria-hidden="true" />
        </button>
        <IconButton
          size="small"
          label={text("running.stop", { command: line })}
          onClick={() => void runningCommands.stop(command.id)}
        >
          <Square className="icon icon-small" aria-hidden="true" />
        </IconButton>
      </div>
      {isOpen ? (
        // What scrolls must be reached by the keyboard.
        <pre className={styles.output} role="group" tabIndex={0} aria-label={line}>
          {revealControls(command.tail)}
        </pre>
      ) : null}
    </li>
  );
}
