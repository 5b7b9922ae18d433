import type { McpLogLine } from "../../../../src-preload/contract/mcp.ts";
import { revealLine } from "../../../../src-preload/contract/reveal-controls.ts";
import { text } from "../../../ui/text.ts";
import { exactTime } from "../../../ui/time.ts";
import styles from "./log.module.css";

interface LogLineProps {
  readonly line: McpLogLine;
  /** On one line, what is too long cut off. */
  readonly isCut?: boolean;
}

/** What a server wrote, or what Perch says became of it. */
export function LogLine({ line: { time, from, text: written }, isCut = false }: LogLineProps) {
  const words = revealLine(written);
  const isOwn = from === "perch";
  const tone = !isOwn && tellsError(words) ? "tone-failed" : isOwn ? styles.own : "";
  return (
    <div className={isCut ? `${styles.line} cut` : styles.line} data-tip={isCut ? words : undefined}>
      <span className="meta">{exactTime(time)}</span>{" "}
      {isOwn ? <span className={styles.by}>{text("app.name")}</span> : null}
      <span className={tone}>{words}</span>
    </div>
  );
}

/** Servers write what they like; the word for an error is nearly always the same. */
function tellsError(words: string): boolean {
  return /\b(error|exception|fatal|panic)\b/i.test(words);
}
