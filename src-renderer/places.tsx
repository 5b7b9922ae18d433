import { BookOpen, ChartNoAxesColumn, Inbox, type LucideIcon, MessagesSquare, Plug, Settings } from "lucide-react";
import type { ComponentType } from "react";
import { ApprovalCards } from "./features/chat/approval-cards.tsx";
import { ChatPlace } from "./features/chat/index.tsx";
import { ModelPicker } from "./features/chat/model-menu.tsx";
import { ChatsList } from "./features/chats/index.tsx";
import { ConnectionsList, ConnectionsPlace } from "./features/connections/index.tsx";
import { InboxPlace } from "./features/inbox/index.tsx";
import { Inspector } from "./features/inspector/index.tsx";
import { KnowledgeList, KnowledgePlace } from "./features/knowledge/index.tsx";
import { SettingsPlace } from "./features/settings/index.tsx";
import { UsagePlace } from "./features/usage/index.tsx";
import { usePick, useWindow } from "./state/context.ts";
import type { EnteredPlace } from "./state/follow-places.ts";
import { followConnections } from "./state/shown-connection.ts";
import type { WindowState } from "./state/window-state.ts";
import type { TextKey } from "./ui/text.ts";

/** A page of the window. The rail, the keys, the palette and the window itself are made from these. */
export interface PlaceEntry extends EnteredPlace {
  readonly title: TextKey;
  readonly icon: LucideIcon;
  readonly keys: string;
  /** Where it stands in the rail. */
  readonly end: "upper" | "lower";
  /** How many things there wait for the person; a hook. */
  readonly useCount: () => number;
  /** The column on the left, and what it is called. */
  readonly list: ComponentType;
  readonly listTitle: TextKey;
  readonly view: ComponentType;
  /** What stands beside the view, where the view does not draw it itself. */
  readonly beside: ComponentType | null;
  /** The preference that shows its right column; null where it has none. */
  readonly rightColumn: "inspector" | "details" | null;
}

const nothing = (): void => undefined;
/**
 * A page is a view in the upper part of the rail, unless it says more. Where it has no list of its own the chats stay beside it,
 * so that the sheet stays where it is and a chat is one press away.
 */
const none = {
  end: "upper",
  useCount: () => 0,
  list: ChatsList,
  listTitle: "chats.title",
  beside: null,
  rightColumn: null,
  enter: () => nothing,
} as const;

/** In the order of the rail. Mod+2 waits for the automations, so that no other key moves when they come. */
export const places: readonly PlaceEntry[] = [
  {
    ...none,
    name: "chats",
    title: "place.chats",
    icon: MessagesSquare,
    keys: "Mod+1",
    view: ChatPlace,
    beside: Inspector,
    rightColumn: "inspector",
    enter: enterChats,
  },
  {
    ...none,
    name: "knowledge",
    title: "place.knowledge",
    icon: BookOpen,
    keys: "Mod+3",
    list: KnowledgeList,
    listTitle: "place.knowledge",
    view: KnowledgePlace,
    enter: ({ knowledge }) => knowledge.show(),
  },
  {
    ...none,
    name: "connections",
    title: "place.connections",
    icon: Plug,
    keys: "Mod+4",
    list: ConnectionsList,
    listTitle: "place.connections",
    view: ConnectionsPlace,
    rightColumn: "details",
    enter: followConnections,
  },
  {
    ...none,
    name: "usage",
    title: "place.usage",
    icon: ChartNoAxesColumn,
    keys: "Mod+5",
    view: UsagePlace,
    rightColumn: "details",
    enter: enterUsage,
  },
  {
    ...none,
    name: "inbox",
    title: "place.inbox",
    icon: Inbox,
    keys: "Mod+6",
    end: "lower",
    useCount: useWaiting,
    view: InboxView,
  },
  {
    ...none,
    name: "settings",
    title: "place.settings",
    icon: Settings,
    keys: "Mod+,",
    end: "lower",
    view: SettingsView,
    enter: ({ system }) => system.show(),
  },
];

/** The chat of the address, or a new one; and the files beside it. */
function enterChats({ place, chat, files, starters, newChat }: WindowState): () => void {
  const now = place.store.getState().place;
  if (now.name === "chats" && now.sessionKey !== null) void chat.open(now.sessionKey);
  else newChat();
  const ends = [files.show(), starters.show()];
  return () => {
    for (const end of ends) end();
  };
}

function enterUsage({ usage, providers }: WindowState): () => void {
  void providers.need();
  void usage.open();
  return usage.close;
}

function useWaiting(): number {
  return usePick(useWindow().inbox.store, (state) => state.approvals.length);
}

/** The model is chosen where the chat chooses its own. */
function SettingsView() {
  return <SettingsPlace modelMenu={(model, onChoose) => <ModelPicker model={model} onChoose={onChoose} />} />;
}

/** Each approval is drawn by the chat's own card. */
function InboxView() {
  return <InboxPlace card={(approvals, isFirst) => <ApprovalCards approvals={approvals} isFirst={isFirst} />} />;
}
