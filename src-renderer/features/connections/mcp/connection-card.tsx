import { useState } from "react";
import type { McpLogLine, McpProblem, McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { Button } from "../../../ui/button.tsx";
import cardStyles from "../../../ui/card.module.css";
import { Stages, serverStages } from "../../../ui/stages.tsx";
import { text } from "../../../ui/text.ts";
import { clockTime, duration, isSameDay, shortTime } from "../../../ui/time.ts";
import connectionStyles from "../connection.module.css";
import styles from "./connection-card.module.css";
import { LogLine } from "./log-line.tsx";
import { MissingValue } from "./missing-value.tsx";
import { RefusedHosts } from "./refused-hosts.tsx";

/** So many lines of the log say what went wrong, mostly. */
const mostLines = 6;
/** Lines and stages are not of the very same clock tick. */
const toleranceMs = 500;

/** How the last connection came about, stage by stage; what went wrong and what to do about it. */
export function ConnectionCard({ row }: { readonly row: McpServerRow }) {
  const { mcpServers } = useWindow();
  const log = usePick(mcpServers.store, ({ details }) => details[row.name]?.log) ?? [];
  const lines = row.problem === null ? [] : lastLines(row, log);
  const isOn = row.state === "connecting";
  return (
    <section className={cardStyles.card} aria-label={text("mcpServer.connection")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("mcpServer.connection")}</h2>
        <span className="meta small cut">{connectionWords(row)}</span>
      </div>
      <div className={`${cardStyles.body} ${connectionStyles.cardBody}`}>
        <Stages
          label={text("mcpServer.connection")}
          names={serverStages}
          stages={row.stages.length === 0 ? null : row.stages}
          isOn={isOn}
          areShort
        />
      </div>
      {lines.length === 0 ? null : (
        <div className={`${styles.lastLines} mono`}>
          {lines.map((line, index) => (
            <LogLine key={`${line.time} ${String(index)}`} line={line} isCut />
          ))}
        </div>
      )}
      {row.problem === null || row.state === "sign-in" ? null : (
        <Problem key={row.problem.missing} row={row} problem={row.problem} />
      )}
      {row.state === "failed" ? <RefusedHosts row={row} /> : null}
    </section>
  );
}

function tookOf({ stages }: McpServerRow): number {
  return stages.reduce((sum, stage) => sum + (stage.durationMs ?? 0), 0);
}

/** What the server wrote in the connection that failed; what Perch says of it stands below. */
function lastLines(row: McpServerRow, log: readonly McpLogLine[]): readonly McpLogLine[] {
  const since = (row.testedAt ?? 0) - tookOf(row) - toleranceMs;
  return log.filter(({ from, time }) => from === "server" && time >= since).slice(-mostLines);
}

/** When it came about, and how long it took. */
function connectionWords(row: McpServerRow): string {
  const { testedAt, stages, state } = row;
  if (testedAt === null || stages.length === 0 || state === "connecting") return "";
  const now = Date.now();
  const time = isSameDay(testedAt, now) ? clockTime(testedAt) : shortTime(testedAt, now);
  return text("connection.testedNone", { time, took: duration(tookOf(row)) });
}

interface ProblemProps {
  readonly row: McpServerRow;
  readonly problem: McpProblem;
}

/** A value that is being typed stays, also while the server is tried again. */
function Problem({ row, problem: { message, nextStep, missing } }: ProblemProps) {
  const { preferences } = useWindow();
  const [isTyping, setTyping] = useState(false);
  if (isTyping && missing !== null) {
    return <MissingValue row={row} name={missing} onDone={() => setTyping(false)} />;
  }
  if (row.state === "connecting") return null;
  return (
    <div className={`${cardStyles.body} ${connectionStyles.cardBody} row ${styles.problem}`}>
      <p className="grow" role="alert">
        <b className="medium block">{message}</b>
        <span className="dim">{nextStep}</span>
      </p>
      <Button size="small" kind="ghost" onClick={() => preferences.setState({ details: true, serverTab: "log" })}>
        {text("mcpServer.openLog")}
      </Button>
      {missing === null ? null : (
        <Button size="small" kind="primary" onClick={() => setTyping(true)}>
          {text("mcpServer.setValue")}
        </Button>
      )}
    </div>
  );
}
