import "../ui/later-words.ts";
import type { UnshownNotice } from "../../src-preload/contract/desktop.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
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
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import type { Agent } from "./agent.ts";
import type { Chats } from "./chats.ts";
import type { Notify } from "./notices.ts";
import type { FollowedPlace } from "./place.ts";
import type { Reports } from "./reports.ts";

export interface NoticeNeeds {
  readonly agent: Agent;
  readonly chats: Chats;
  readonly place: FollowedPlace;
  readonly reports: Reports;
  readonly client: AgentClient;
  readonly notify: Notify;
}

/** Notifications of the browser, which the person has allowed; null where Perch has a desktop that shows them. */
export async function beginBrowserNotices(needed: NoticeNeeds): Promise<BrowserNotices | null> {
  const described = await needed.client.request("desktop.describe", {});
  return described.ok && described.value === null ? createBrowserNotices(needed) : null;
}

function createBrowserNotices({ agent, chats, place, reports }: NoticeNeeds) {
  const groups = new Map<NotificationKind, NoticeGroup>();
  const lastMessages = createLastMessages();
  const titleOf = (chat: SessionKey): string =>
    chats.store.getState().rows.find(({ key }) => key === chat)?.title ?? "";
  let known: readonly Report[] | null = null;

  function tell(happening: Happening): void {
    const notifications = agent.store.getState().settings?.ui.notifications;
    if (notifications === undefined) return;
    const now = new Date();
    const minute = now.getHours() * 60 + now.getMinutes();
    const notice = decideNotice(happening, { notifications, minute, seenChat: seenChat() });
    if (notice === null) return;
    const group = joinGroup(groups.get(notice.kind) ?? null, notice, now.getTime());
    groups.set(notice.kind, group);
    show(group, notice.kind);
  }

  function seenChat(): SessionKey | null {
    const now = place.store.getState().place;
    return document.hasFocus() && now.name === "chats" ? now.sessionKey : null;
  }

  function show(group: NoticeGroup, kind: NotificationKind): void {
    const { notices } = group;
    const [first] = notices;
    const isMany = notices.length > 1;
    const title = isMany ? null : first?.title;
    const many = text(`notify.many.${kind}`, { count: notices.length });
    const body = isMany ? many : (first?.body ?? text(`notify.${kind}`));
    // One with the tag of another takes its place.
    const shown = new Notification(title ?? text("notify.name"), { body, tag: kind });
    shown.onclick = () => {
      groups.delete(kind);
      window.focus();
      window.location.hash = addressOf(group);
      shown.close();
    };
  }

  reports.store.subscribe(({ list }) => {
    if (list.kind !== "ready" || list.reports === known) return;
    for (const happening of newReports(known, list.reports)) tell(happening);
    known = list.reports;
  });

  return {
    apply(events: readonly PerchEvent[]): void {
      for (const event of events) {
        lastMessages.note(event);
        const happening = happeningOf(event, { titleOf, messageOf: lastMessages.of });
        if (happening !== null) tell(happening);
      }
    },
  };
}

function addressOf(group: NoticeGroup): string {
  const target = targetOf(group);
  if (target === null) return "#/inbox";
  const message = target.message === null ? "" : `?message=${encodeURIComponent(target.message)}`;
  return `#/chats/${encodeURIComponent(target.chat)}${message}`;
}

/** In the window, with the way there. */
export function tellUnshown({ title, text: words, address }: UnshownNotice, notify: Notify): void {
  const open = (): void => {
    window.location.hash = address;
  };
  notify(`${title}: ${words}`, "plain", { label: text("notify.open"), run: open });
}

export type BrowserNotices = ReturnType<typeof createBrowserNotices>;
