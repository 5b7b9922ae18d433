import { ArrowDown } from "lucide-react";
import { memo, useEffect, useMemo, useRef } from "react";
import { type CustomContainerComponentProps, Virtualizer, type VirtualizerHandle } from "virtua";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import type { ChatFacts } from "../../state/chat-snapshot.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import proseStyles from "../../ui/prose.module.css";
import { text } from "../../ui/text.ts";
import { FindBar } from "./find-bar.tsx";
import messageStyles from "./message.module.css";
import { useOpenAddress } from "./open-address.ts";
import { PerchMessageRow } from "./perch-message.tsx";
import { RunEndNote } from "./run-end-note.tsx";
import { ReportRow } from "./seldom.tsx";
import styles from "./transcript.module.css";
import { type Row, rowsOf } from "./turns.ts";
import { useFirstRows } from "./use-first-rows.ts";
import { useFollow } from "./use-follow.ts";
import { useFoundMarks } from "./use-found-marks.ts";
import { useSoughtRow } from "./use-sought.ts";
import { useSoughtMessage } from "./use-sought-message.ts";
import { UserMessageRow, Who } from "./user-message.tsx";

/** Older pages are asked for when so little is left above, in pixels. */
const nearStart = 600;

interface TranscriptProps {
  readonly view: SessionView;
  readonly loadingEarlier: boolean;
  /** How the last run ended: said at the end where it left no word itself. */
  readonly facts: ChatFacts;
}

/** The chat: opens at its end, follows it while the reader is there, and reads older pages when they come near. */
export function Transcript({ view, loadingEarlier, facts }: TranscriptProps) {
  const { chat, soughtMessage } = useWindow();
  const isSought = usePick(soughtMessage.store, ({ kind }) => kind !== "none");
  const viewport = useRef<HTMLDivElement>(null);
  const { messages, run, approvals, hasEarlier } = view;
  const rows = useStableRows(useMemo(() => rowsOf({ messages, run, approvals }), [messages, run, approvals]));
  const firstId = rows[0]?.id;
  const before = useRef(firstId);
  const isPrepending = before.current !== firstId && before.current !== undefined;
  useEffect(() => {
    before.current = firstId;
  }, [firstId]);

  const firstRows = useFirstRows(rows.length, hasEarlier);
  const list = useRef<VirtualizerHandle>(null);
  useSoughtRow(list, rows);
  const lastRow = rows.at(-1);
  const { atEnd, toEnd, leaveEnd, listeners, onResize } = useFollow(viewport, rows, {
    isDrawnAtOnce: firstRows.atOnce > 0,
  });
  useFoundMarks({ viewport, list, rows, leaveEnd });
  useSoughtMessage({ viewport, list, rows, leaveEnd });
  const readEarlier = (): void => {
    const top = viewport.current?.scrollTop ?? Number.POSITIVE_INFINITY;
    if (top < nearStart && hasEarlier && !loadingEarlier) void chat.loadEarlier();
  };

  return (
    <div className={styles.transcript}>
      <FindBar />
      <div
        className={styles.viewport}
        ref={viewport}
        {...listeners}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented || !isSought) return;
          event.preventDefault();
          soughtMessage.back();
        }}
        onScroll={() => {
          listeners.onScroll();
          readEarlier();
        }}
        role="log"
        aria-label={text("chat.transcript")}
        aria-live="off"
        tabIndex={0}
      >
        <div>
          {hasEarlier ? <p className={`${styles.earlier} meta small`}>{text("chat.loadingEarlier")}</p> : null}
          <Virtualizer
            ref={list}
            scrollRef={viewport}
            shift={isPrepending}
            onResize={onResize}
            as={RowsBox}
            ssrCount={firstRows.atOnce}
            keepMounted={firstRows.kept}
          >
            {rows.map((row) => (
              <div
                className={row === lastRow ? `${styles.column} ${styles.isLast}` : styles.column}
                key={row.id}
                data-row={row.id}
              >
                <ErrorBoundary source={sourceOf(row)} resetKey={row.id}>
                  <RowView row={row} />
                </ErrorBoundary>
              </div>
            ))}
          </Virtualizer>
          <RunEndNote rows={rows} run={run} facts={facts} />
        </div>
      </div>
      {atEnd ? null : (
        <Button className={styles.jump} data-floating="" onClick={toEnd}>
          <ArrowDown className="icon" aria-hidden="true" />
          {text("chat.jump")}
        </Button>
      )}
    </div>
  );
}

/** As high as the list knows its rows: what of a row it has not measured yet cannot be scrolled to, or it would lose its place. */
function RowsBox({ children, style, ref }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={style} className={styles.rows}>
      {children}
    </div>
  );
}

/** What a row says, as it was written. */
function sourceOf(row: Row): string {
  if (row.kind === "user") return row.message.content;
  if (row.kind === "notice") return row.text;
  return row.pieces
    .flatMap((piece) => {
      if (piece.kind === "steps") return piece.steps.map((step) => `${step.tool} ${step.title}`);
      return [piece.kind === "text" ? piece.message.content : piece.text];
    })
    .join("\n\n");
}

const RowView = memo(function RowView({ row }: { readonly row: Row }) {
  switch (row.kind) {
    case "user":
      return row.message.report === undefined ? (
        <UserMessageRow row={row} />
      ) : (
        <ReportRow report={row.message.report} words={row.message.content} at={row.message.timestamp} />
      );
    case "perch":
      return <PerchMessageRow row={row} />;
    case "notice":
      return <NoticeRow words={row.text} at={row.at} />;
    default: {
      const never: never = row;
      return never;
    }
  }
});

function NoticeRow({ words, at }: { readonly words: string; readonly at: string }) {
  const open = useOpenAddress();
  return (
    <article className={`${messageStyles.message} ${messageStyles.isCommand}`} aria-label={text("chat.perch")}>
      <Who name={text("chat.perch")} at={at} />
      <div className={`${proseStyles.prose} ${messageStyles.words}`}>
        {/* A line is a line, as in the terminal. */}
        <Markdown text={words.replaceAll("\n", "  \n")} onOpen={open} />
      </div>
    </article>
  );
}

/** Rows are made anew with each change; one that is the same as before keeps its identity, so that it is not drawn. */
function useStableRows(rows: readonly Row[]): readonly Row[] {
  const kept = useRef(new Map<string, Row>());
  const stable = rows.map((row) => {
    const old = kept.current.get(row.id);
    return old !== undefined && isSame(old, row) ? old : row;
  });
  kept.current = new Map(stable.map((row) => [row.id, row]));
  return stable;
}

function isSame(a: Row, b: Row): boolean {
  if (a.kind === "user" && b.kind === "user") return a.message === b.message && a.siblings === b.siblings;
  if (a.kind === "notice" && b.kind === "notice") return a.text === b.text;
  if (a.kind !== "perch" || b.kind !== "perch") return false;
  if (a.isLive || b.isLive || a.isOver !== b.isOver || a.pieces.length !== b.pieces.length || a.siblings !== b.siblings)
    return false;
  return a.pieces.every((piece, index) => isSamePiece(piece, b.pieces[index]));
}

type Piece = Extract<Row, { kind: "perch" }>["pieces"][number];

function isSamePiece(a: Piece, b: Piece | undefined): boolean {
  if (b === undefined || a.kind !== b.kind || a.id !== b.id) return false;
  if (a.kind === "text" && b.kind === "text") return a.message === b.message;
  if (a.kind !== "steps" || b.kind !== "steps" || a.steps.length !== b.steps.length) return false;
  return a.steps.every((step, index) => {
    const other = b.steps[index];
    return (
      other !== undefined &&
      step.result === other.result &&
      step.state === other.state &&
      step.approval === other.approval
    );
  });
}
