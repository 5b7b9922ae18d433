import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { McpAsk } from "../../../src-preload/contract/mcp-asks.ts";
import type { PendingApproval, SessionSummary } from "../../../src-preload/contract/session.ts";
import type { TextKey } from "../../ui/text.ts";
import { isSameDay } from "../../ui/time.ts";

export interface GroupedRow {
  readonly row: SessionSummary;
  /** It has a second line. */
  readonly isTall: boolean;
}

export interface ChatGroup {
  readonly title: TextKey;
  readonly rows: readonly GroupedRow[];
  readonly counts: boolean;
}

interface Moment {
  readonly now: number;
  /** Whether what is said to run is known to run. */
  readonly isUp: boolean;
  /** The open chat: what happens there is seen there. */
  readonly current: SessionKey | null;
  /** Those that have run or waited for a while. */
  readonly settled: ReadonlySet<SessionKey>;
}

/**
 * The list by what it asks of the person: what waits first, then what runs, then by time. A run moves its chat once it has
 * lasted for a while, and a question at once, but for the open chat, where it is in sight.
 */
export function groupChats(
  rows: readonly SessionSummary[],
  { now, isUp, current, settled }: Moment,
): readonly ChatGroup[] {
  const sorted = rows.toSorted((a, b) => b.updatedAt - a.updatedAt);
  const taken = new Set<SessionSummary>();
  const take = (fits: (row: SessionSummary) => boolean, isTall: (row: SessionSummary) => boolean) => {
    const found = sorted.filter((row) => !taken.has(row) && fits(row));
    for (const row of found) taken.add(row);
    return found.map((row) => ({ row, isTall: isTall(row) }));
  };
  const always = () => true;
  const waits = (row: SessionSummary) =>
    (row.state === "waiting" || row.state === "asks") && (row.key !== current || settled.has(row.key));
  const runs = (row: SessionSummary) => isUp && row.state === "running" && settled.has(row.key);
  const groups: readonly ChatGroup[] = [
    { title: "chats.needsYou", rows: take(waits, always), counts: true },
    { title: "chats.running", rows: take(runs, always), counts: true },
    { title: "chats.pinned", rows: take((row) => row.pinned, isStuck), counts: false },
    { title: "chats.today", rows: take((row) => isSameDay(row.updatedAt, now), isStuck), counts: false },
    { title: "chats.earlier", rows: take(always, isStuck), counts: false },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

/** A chat waits as long as one of its sub-agents does, or a server of either asks for something: nothing else is said to run there. */
export function withAsking(
  rows: readonly SessionSummary[],
  approvals: readonly PendingApproval[],
  asks: readonly McpAsk[],
): readonly SessionSummary[] {
  const asked = new Map<SessionKey | undefined, string>([
    ...approvals.map(({ subagent, subject }) => [subagent?.parent, subject.title] as const),
    ...asks.map(({ sessionKey, parent, message }) => [parent ?? sessionKey, message] as const),
  ]);
  return rows.map((row) => {
    const preview = row.state === "running" ? asked.get(row.key) : undefined;
    return preview === undefined ? row : { ...row, state: "waiting", preview };
  });
}

/** It ended in a way that asks for something. */
function isStuck({ state, unreadable }: SessionSummary): boolean {
  return unreadable === undefined && (state === "failed" || state === "interrupted" || state === "over-budget");
}

/**
 * The list as it was, with what the chats say now: nothing changes its order under a pointer. What is new stands where its time
 * puts it in its group, what is gone is left out.
 */
export function holdGroups(before: readonly ChatGroup[], next: readonly ChatGroup[]): readonly ChatGroup[] {
  const now = new Map(next.flatMap(({ rows }) => rows.map((grouped) => [grouped.row.key, grouped] as const)));
  const known = new Set(before.flatMap(({ rows }) => rows.map(({ row }) => row.key)));
  const held = before.map((group) => ({
    ...group,
    rows: group.rows.flatMap(({ row, isTall }) => {
      const grouped = now.get(row.key);
      return grouped === undefined ? [] : [{ row: grouped.row, isTall }];
    }),
  }));
  const added = next.map((group) => ({ ...group, rows: group.rows.filter(({ row }) => !known.has(row.key)) }));
  const withNew = held.map((group) => ({
    ...group,
    rows: added.find(({ title }) => title === group.title)?.rows.reduce(withRow, group.rows) ?? group.rows,
  }));
  const others = added.filter(({ title }) => !held.some((group) => group.title === title));
  return [...withNew, ...others].filter(({ rows }) => rows.length > 0);
}

function withRow(rows: readonly GroupedRow[], added: GroupedRow): readonly GroupedRow[] {
  const older = rows.findIndex(({ row }) => row.updatedAt < added.row.updatedAt);
  return older < 0 ? [...rows, added] : rows.toSpliced(older, 0, added);
}
