import { ArrowDown } from "lucide-react";
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { SessionView } from "../../../src-preload/contract/reducers/session.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { text } from "../../ui/text.ts";
import { useOpenAddress } from "./open-address.ts";
import { PerchMessageRow } from "./perch-message.tsx";
import { type Row, rowsOf } from "./turns.ts";
import { useHand } from "./use-hand.ts";
import { UserMessageRow, Who } from "./user-message.tsx";

/** So near to the end counts as being at it, in pixels. */
const nearEnd = 48;
/** Older pages are asked for when so little is left above, in pixels. */
const nearStart = 600;

interface TranscriptProps {
  readonly view: SessionView;
  readonly loadingEarlier: boolean;
  /** The last run was stopped: said at the end, since such a run may have left no word. */
  readonly stopped: boolean;
}

/** The chat: opens at its end, follows it while the reader is there, and reads older pages when they come near. */
export function Transcript({ view, loadingEarlier, stopped }: TranscriptProps) {
  const { chat } = useWindow();
  const viewport = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [atEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const last = useRef({ top: 0, height: 0 });
  const hand = useHand();
  const { messages, run, approvals, hasEarlier } = view;
  const rows = useStableRows(useMemo(() => rowsOf({ messages, run, approvals }), [messages, run, approvals]));
  const firstId = rows[0]?.id;
  const before = useRef(firstId);
  const isPrepending = before.current !== firstId && before.current !== undefined;
  useEffect(() => {
    before.current = firstId;
  }, [firstId]);

  // What the reader said brings them to the end, wherever they were.
  const lastRow = rows.at(-1);
  const said = lastRow?.kind === "user" ? lastRow.id : null;
  useLayoutEffect(() => {
    if (said !== null) follows.current = true;
  }, [said]);
  // What is new may change the height; the end stays in sight while the reader is there.
  useLayoutEffect(() => {
    if (follows.current && rows.length > 0) scrollToEnd(viewport.current);
  }, [rows]);

  useEffect(() => {
    const element = viewport.current?.firstElementChild;
    if (!(element instanceof HTMLElement)) return;
    const observer = new ResizeObserver(() => {
      if (follows.current) scrollToEnd(viewport.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = (): void => {
    const element = viewport.current;
    if (element === null) return;
    const { scrollTop: top, scrollHeight: height } = element;
    const below = height - top - element.clientHeight;
    // Rows that are measured or drawn anew move the list as well, and may leave it as high as it was: only a hand tells the reader.
    const wentUp = hand.goesUp() && top < last.current.top && below > 2;
    const isLaidOut = height !== last.current.height;
    last.current = { top, height };
    const isEnd = below < nearEnd;
    if (wentUp) follows.current = false;
    else if (isEnd) follows.current = true;
    else if (follows.current && isLaidOut) {
      scrollToEnd(element);
      return;
    }
    setAtEnd(isEnd);
    if (element.scrollTop < nearStart && hasEarlier && !loadingEarlier) void chat.loadEarlier();
  };

  return (
    <div className="transcript">
      <div
        className="viewport"
        ref={viewport}
        onScroll={onScroll}
        {...hand.listeners}
        role="log"
        aria-label="Transcript"
        aria-live="off"
        tabIndex={0}
      >
        <div>
          {hasEarlier ? <p className="earlier meta sm">{text("chat.loadingEarlier")}</p> : null}
          <Virtualizer ref={list} scrollRef={viewport} shift={isPrepending}>
            {rows.map((row) => (
              <div className={row === lastRow ? "col last" : "col"} key={row.id}>
                <RowView row={row} />
              </div>
            ))}
          </Virtualizer>
          {stopped ? <p className="col meta sm">{text("run.stopped")}</p> : null}
        </div>
      </div>
      {atEnd ? null : (
        <Button
          className="jump"
          onClick={() => {
            follows.current = true;
            scrollToEnd(viewport.current);
          }}
        >
          <ArrowDown className="i" aria-hidden="true" />
          {text("chat.jump")}
        </Button>
      )}
    </div>
  );
}

function scrollToEnd(element: HTMLElement | null): void {
  if (element !== null) element.scrollTop = element.scrollHeight;
}

const RowView = memo(function RowView({ row }: { readonly row: Row }) {
  switch (row.kind) {
    case "user":
      return <UserMessageRow row={row} />;
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
    <article className="msg command" aria-label={text("chat.perch")}>
      <Who name={text("chat.perch")} at={at} />
      <div className="prose">
        <Markdown text={words} onOpen={open} />
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
  if (a.isLive || b.isLive || a.pieces.length !== b.pieces.length || a.siblings !== b.siblings) return false;
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
