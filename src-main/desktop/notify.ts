import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { ApprovalId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Report } from "../../src-preload/contract/inbox.ts";
import {
  createLastMessages,
  decideNotice,
  type Happening,
  happeningOf,
  joinGroup,
  type NoticeGroup,
  type NotificationKind,
  newReports,
  targetOf,
} from "../../src-preload/contract/notifications.ts";
import type { ApprovalDecision } from "../../src-preload/contract/records.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";
import { text } from "../words.ts";
import type { HomeFacts } from "./home-facts.ts";
import { chatAddress, inboxAddress } from "./page-address.ts";

/** What the system is to show. */
export interface SystemNotice {
  readonly title: string;
  readonly text: string;
  /** What it is about, as an address of the window. */
  readonly address: string;
  /** Those of one kind lie together. */
  readonly group: string;
  /** Words of its buttons; none where it is only clicked. */
  readonly buttons: readonly string[];
  readonly onShown: () => void;
  readonly onClick: () => void;
  /** With the number of the button. */
  readonly onButton: (index: number) => void;
  /** The system does not show it, in its words. */
  readonly onRefused: (reason: string) => void;
  /** The person put it away, or it was clicked. */
  readonly onGone: () => void;
}

interface NotifyParts {
  readonly host: Pick<Host, "now" | "localTime" | "platform">;
  readonly facts: () => HomeFacts;
  /** Null where the settings cannot be read: then nothing is known of what the person wants, and all is told. */
  readonly wishes: () => Promise<Settings["ui"]["notifications"] | null>;
  readonly seenChat: () => SessionKey | null;
  /** Returns what takes it away again. */
  readonly show: (notice: SystemNotice) => Disposable;
  readonly open: (address: string) => void;
  readonly answer: (approval: ApprovalId, decision: ApprovalDecision) => Promise<boolean>;
  /** The window tells what the system does not show. */
  readonly tellWindow: (notice: { readonly title: string; readonly text: string; readonly address: string }) => void;
}

/** Tells the person through the system what happens while they do not look. */
export interface Notifier {
  heard(event: PerchEvent): void;
  /** The reports of the home as they are now. */
  reported(reports: readonly Report[]): void;
}

interface Shown {
  readonly group: NoticeGroup;
  readonly handle: Disposable;
}

export function createNotifier(parts: NotifyParts): Notifier {
  const lastMessages = createLastMessages();
  const shown = new Map<NotificationKind, Shown>();
  let reports: readonly Report[] | null = null;
  const titleOf = (chat: SessionKey): string => parts.facts().chats.find(({ key }) => key === chat)?.title ?? "";

  async function tell(happening: Happening): Promise<void> {
    const notifications = await parts.wishes();
    const { hour, minute } = parts.host.localTime(parts.host.now());
    const seenChat = parts.seenChat();
    const notice =
      notifications === null
        ? happening
        : decideNotice(happening, { notifications, minute: hour * 60 + minute, seenChat });
    if (notice === null) return;
    const before = shown.get(notice.kind) ?? null;
    const group = joinGroup(before?.group ?? null, notice, parts.host.now());
    if (group.notices.length > 1) before?.handle[Symbol.dispose]();
    shown.set(notice.kind, { group, handle: parts.show(systemNotice(group)) });
  }

  function systemNotice(group: NoticeGroup): SystemNotice {
    const { title, text: words } = wordsOf(group);
    const [first] = group.notices;
    const kind = first?.kind ?? "news";
    const address = addressOf(group);
    const forget = (): void => {
      if (shown.get(kind)?.group === group) shown.delete(kind);
    };
    const approval = group.notices.length === 1 ? (first?.approval ?? null) : null;
    const hasButtons = approval?.canUndo === true && parts.host.platform !== "linux";
    const told = { title, text: words, address };
    return {
      ...told,
      group: kind,
      buttons: hasButtons ? [text("desktop.notice.allow"), text("desktop.notice.deny")] : [],
      onShown: () => undefined,
      onClick() {
        forget();
        parts.open(address);
      },
      onButton(index) {
        forget();
        if (approval === null) return;
        void parts.answer(approval.id, index === 0 ? "allow-once" : "deny").then((isDone) => {
          if (!isDone) parts.open(address);
        });
      },
      onRefused() {
        forget();
        parts.tellWindow(told);
      },
      onGone: forget,
    };
  }

  /** Whoever has decided a call needs no notification of it any more. */
  function decided(id: ApprovalId): void {
    const waiting = shown.get("needsYou");
    if (waiting === undefined || !waiting.group.notices.every(({ approval }) => approval?.id === id)) return;
    shown.delete("needsYou");
    waiting.handle[Symbol.dispose]();
  }

  return {
    heard(event) {
      lastMessages.note(event);
      if (event.type === "approval-decision") decided(event.approvalId);
      const happening = happeningOf(event, { titleOf, messageOf: lastMessages.of });
      if (happening !== null) void tell(happening);
    },
    reported(now) {
      if (now === reports) return;
      const happenings = newReports(reports, now);
      reports = now;
      for (const happening of happenings) void tell(happening);
    },
  };
}

function wordsOf({ notices }: NoticeGroup): { readonly title: string; readonly text: string } {
  const [first] = notices;
  if (first === undefined) return { title: text("notify.name"), text: "" };
  if (notices.length > 1) {
    return { title: text("notify.name"), text: text(`notify.many.${first.kind}`, { count: notices.length }) };
  }
  return { title: first.title ?? text("notify.name"), text: first.body ?? text(`notify.${first.kind}`) };
}

function addressOf(group: NoticeGroup): string {
  const target = targetOf(group);
  return target === null ? inboxAddress : chatAddress(target.chat, target.message);
}
