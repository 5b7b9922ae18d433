import { useEffect, useLayoutEffect, useRef } from "react";
import type { McpLogLine } from "../../../../src-preload/contract/mcp.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { text } from "../../../ui/text.ts";
import { exactTime } from "../../../ui/time.ts";
import styles from "./log.module.css";
import { LogLine } from "./log-line.tsx";

const noLines: readonly McpLogLine[] = [];
/** So near to the end counts as being at it, in pixels. */
const nearEnd = 24;

/** Everything that is kept of what a server wrote, the newest in sight unless one has gone up. */
export function LogTab({ name }: { readonly name: string }) {
  const { mcpServers } = useWindow();
  const log = usePick(mcpServers.store, ({ details }) => details[name]?.log ?? noLines);
  const { viewport, onScroll } = useEnd(log);
  if (log.length === 0) return <p className="pad meta">{text("mcpServer.noLog")}</p>;
  return (
    <>
      <div className={`row ${styles.head}`}>
        <span className="meta small grow">{text("mcpServer.logWords")}</span>
        <CopyButton source={log.map(copiedLine).join("\n")} />
      </div>
      {/* It scrolls; the keyboard must reach it. */}
      <div
        ref={viewport}
        className={`${styles.log} mono`}
        role="log"
        aria-live="off"
        aria-label={text("mcpServer.log")}
        tabIndex={0}
        onScroll={onScroll}
      >
        {log.map((line, index) => (
          <LogLine key={`${line.time} ${String(index)}`} line={line} />
        ))}
      </div>
    </>
  );
}

function copiedLine({ time, from, text: words }: McpLogLine): string {
  return `${exactTime(time)} ${from === "perch" ? `[${text("app.name")}] ` : ""}${words}`;
}

/** Keeps the end of a list in sight while one is there. */
function useEnd(lines: readonly McpLogLine[]) {
  const viewport = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const toEnd = (): void => {
    const element = viewport.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  };
  const current = useRef(toEnd);
  current.current = toEnd;
  useLayoutEffect(() => {
    if (lines.length > 0) current.current();
  }, [lines]);
  useEffect(() => {
    const element = viewport.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => current.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return {
    viewport,
    onScroll(): void {
      const element = viewport.current;
      if (element === null) return;
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    },
  };
}
