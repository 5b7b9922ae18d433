import type { InboxItem } from "../../src-preload/contract/inbox-items.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { automationsAddress, chatAddress, inboxAddress, knowledgeAddress } from "./page-address.ts";
import type { TrayFacts } from "./tray-state.ts";

/** What a line of the tray's menu does. */
export type TrayAct =
  | { readonly kind: "open"; readonly address: string | null }
  | { readonly kind: "quick-ask" | "new-chat" | "resume" | "quit" }
  | { readonly kind: "pause"; readonly until: "hour" | "today" };

export type TrayLine =
  | { readonly kind: "line"; readonly label: string; readonly act: TrayAct }
  | { readonly kind: "separator" };

interface MenuSurroundings {
  readonly platform: NodeJS.Platform;
  /** A time of the day for people, e.g. `14:30`. */
  readonly clock: (time: number) => string;
}

/** So many chats have a line of their own; what there is more is one line. */
const mostLines = 4;
const mostLabelChars = 44;
const separator: TrayLine = { kind: "separator" };

/** On Linux a click may do nothing, so that "Open" comes first there. */
export function trayMenu(facts: TrayFacts, { platform, clock }: MenuSurroundings): readonly TrayLine[] {
  const open = line(text("desktop.tray.open"), { kind: "open", address: null });
  const standing = [...runningLines(facts), ...waitingLines(facts), ...timeLines(facts, clock)];
  const acts = [
    ...(platform === "linux" ? [] : [open]),
    line(text("desktop.tray.quickAsk"), { kind: "quick-ask" }),
    line(text("desktop.tray.newChat"), { kind: "new-chat" }),
  ];
  return [
    ...(platform === "linux" ? [open, separator] : []),
    ...standing,
    ...(standing.length === 0 ? [] : [separator]),
    ...acts,
    separator,
    ...pauseLines(facts, clock),
    separator,
    line(text("desktop.tray.quit"), { kind: "quit" }),
  ];
}

/** One sentence of all of it. */
export function trayTooltip(facts: TrayFacts, clock: MenuSurroundings["clock"]): string {
  const { state, running, waiting } = facts;
  switch (state) {
    case "idle":
      return text("desktop.tray.idle");
    case "working":
      return text("desktop.tray.working", { count: running.length });
    case "needs-you":
      return text("desktop.tray.needsYou", { count: waiting.length });
    case "paused":
      return pausedWords(facts, clock);
    case "error":
      return text("desktop.tray.error");
    default:
      return assertNever(state);
  }
}

/** The menus of Windows and Linux take a single `&` as the mark of a key. */
function line(label: string, act: TrayAct): TrayLine {
  const cut = label.length > mostLabelChars ? `${label.slice(0, mostLabelChars - 1).trimEnd()}…` : label;
  return { kind: "line", label: cut.replaceAll("&", "&&").replace(/\s+/g, " "), act };
}

function runningLines({ running }: TrayFacts): readonly TrayLine[] {
  return few(running, text("desktop.tray.moreRunning", { count: running.length - mostLines }), ({ key, title }) =>
    line(text("desktop.tray.running", { title: titled(title) }), { kind: "open", address: chatAddress(key) }),
  );
}

function waitingLines({ waiting, inbox }: TrayFacts): readonly TrayLine[] {
  const first = waiting.slice(0, mostLines).map((item) => line(waitingWords(item), openItem(item)));
  if (inbox === 0) return first;
  return [...first, line(text("desktop.tray.inbox", { count: inbox }), { kind: "open", address: inboxAddress })];
}

function waitingWords(item: InboxItem): string {
  switch (item.kind) {
    case "approval": {
      const [approval] = item.approvals;
      return text("desktop.tray.asks", { title: approval?.subject.title ?? "" });
    }
    case "ask":
      return text("desktop.tray.serverAsks", { server: item.ask.server });
    case "question":
      return text("desktop.tray.question", { title: titled(item.chat.title) });
    case "memory":
      return text("desktop.tray.memory", { count: item.count });
    case "report":
      return text("desktop.tray.asks", { title: item.report.title });
    default:
      return assertNever(item);
  }
}

function openItem(item: InboxItem): TrayAct {
  switch (item.kind) {
    case "approval": {
      const [approval] = item.approvals;
      return { kind: "open", address: approval === undefined ? inboxAddress : chatAddress(approval.sessionKey) };
    }
    case "ask":
      return { kind: "open", address: chatAddress(item.ask.parent ?? item.ask.sessionKey) };
    case "question":
      return { kind: "open", address: chatAddress(item.chat.key) };
    case "memory":
      return { kind: "open", address: knowledgeAddress };
    case "report":
      return { kind: "open", address: inboxAddress };
    default:
      return assertNever(item);
  }
}

function timeLines({ next }: TrayFacts, clock: MenuSurroundings["clock"]): readonly TrayLine[] {
  if (next === null) return [];
  const name = next.name ?? text("heartbeat.name");
  const words = text("desktop.tray.next", { name, time: clock(next.at) });
  return [line(words, { kind: "open", address: automationsAddress })];
}

function pauseLines(facts: TrayFacts, clock: MenuSurroundings["clock"]): readonly TrayLine[] {
  if (facts.pausedUntil === undefined) {
    return [
      line(text("desktop.tray.pauseHour"), { kind: "pause", until: "hour" }),
      line(text("desktop.tray.pauseToday"), { kind: "pause", until: "today" }),
    ];
  }
  return [
    line(pausedWords(facts, clock), { kind: "open", address: automationsAddress }),
    line(text("desktop.tray.resume"), { kind: "resume" }),
  ];
}

function pausedWords({ pausedUntil }: TrayFacts, clock: MenuSurroundings["clock"]): string {
  const hasEnd = pausedUntil !== undefined && pausedUntil !== null;
  return hasEnd ? text("desktop.tray.pausedUntil", { time: clock(pausedUntil) }) : text("desktop.tray.paused");
}

function few<Item>(items: readonly Item[], more: string, lineOf: (item: Item) => TrayLine): readonly TrayLine[] {
  const lines = items.slice(0, mostLines).map(lineOf);
  return items.length > mostLines ? [...lines, line(more, { kind: "open", address: null })] : lines;
}

function titled(title: string): string {
  return title === "" ? text("desktop.untitled") : title;
}
