import {
  AlarmClock,
  BookOpen,
  ChartNoAxesColumn,
  Inbox,
  type LucideIcon,
  MessagesSquare,
  Plug,
  Settings,
} from "lucide-react";
import type { ComponentType } from "react";
import { ApprovalCards } from "./features/chat/approval-cards.tsx";
import { ChatPlace } from "./features/chat/index.tsx";
import { ModelPicker } from "./features/chat/model-menu.tsx";
import { AskCard } from "./features/chat/seldom.tsx";
import { ChatsList } from "./features/chats/index.tsx";
import { usePick, useWindow } from "./state/context.ts";
import type { EnteredPlace } from "./state/follow-places.ts";
import { followConnections } from "./state/shown-connection.ts";
import { useInboxCount } from "./state/use-inbox-items.ts";
import type { WindowState } from "./state/window-state.ts";
import { type LaterPart, laterPart } from "./ui/later.ts";
import type { TextKey } from "./ui/text.ts";

/*
 * The first paint is that of a chat: the code of the other pages comes right after it, as `code` of their entries. What is
 * drawn without a page of its own (the first run, the dialogs) is a component of the same parts.
 */
const inspectorPart = laterPart(() => import("./features/inspector/index.tsx"));
const editorPart = laterPart(() => import("./features/editor/index.tsx"));
const automationsPart = laterPart(() => import("./features/automations/index.tsx"));
const knowledgePart = laterPart(() => import("./features/knowledge/index.tsx"));
const connectionsPart = laterPart(() => import("./features/connections/index.tsx"));
const usagePart = laterPart(() => import("./features/usage/index.tsx"));
const inboxPart = laterPart(() => import("./features/inbox/index.tsx"));
const settingsPart = laterPart(() => import("./features/settings/index.tsx"));
const firstRunPart = laterPart(() => import("./features/first-run/index.tsx"));
const transferPart = laterPart(() => import("./features/transfer/index.tsx"));

export const AddConnection = connectionsPart.component((part) => part.AddConnection);
export const LimitsDialog = usagePart.component((part) => part.LimitsDialog);
export const ExportDialog = transferPart.component((part) => part.ExportDialog);
export const ImportDialog = transferPart.component((part) => part.ImportDialog);
export const ClosePrivateDialog = transferPart.component((part) => part.ClosePrivateDialog);
export const FirstRun = firstRunPart.component((part) => part.FirstRun);
const HeartbeatFormDialog = automationsPart.component((part) => part.HeartbeatFormDialog);
const JobFormDialog = automationsPart.component((part) => part.JobFormDialog);
const AutomationsPlace = automationsPart.component((part) => part.AutomationsPlace);
const ShownChanges = inspectorPart.component((part) => part.ShownChanges);
const OpenFiles = editorPart.component((part) => part.OpenFiles);
const InboxPlace = inboxPart.component((part) => part.InboxPlace);
const SettingsPlace = settingsPart.component((part) => part.SettingsPlace);

type LaterCode = Pick<LaterPart<unknown>, "fetchAhead">;

/** A page of the window. The rail, the keys, the palette and the window itself are made from these. */
export interface PlaceEntry extends EnteredPlace {
  readonly title: TextKey;
  readonly icon: LucideIcon;
  readonly keys: string;
  /** Where it stands in the rail. */
  readonly end: "upper" | "lower";
  /** How many things there wait for the person; a hook. */
  readonly useCount: () => number;
  /** What has the code of its list and its view; null where that is there from the beginning. */
  readonly code: LaterCode | null;
  /** The column on the left, and what it is called. */
  readonly list: ComponentType;
  readonly listTitle: TextKey;
  readonly view: ComponentType;
  /** What stands beside the view, where the view does not draw it itself. */
  readonly beside: ComponentType | null;
  readonly besideCode: LaterCode | null;
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
  code: null,
  list: ChatsList,
  listTitle: "chats.title",
  beside: null,
  besideCode: null,
  rightColumn: null,
  enter: () => nothing,
} as const;

/** In the order of the rail. */
export const places: readonly PlaceEntry[] = [
  {
    ...none,
    name: "chats",
    title: "place.chats",
    icon: MessagesSquare,
    keys: "Mod+1",
    view: ChatView,
    beside: inspectorPart.component((part) => part.Inspector),
    besideCode: inspectorPart,
    rightColumn: "inspector",
    enter: enterChats,
  },
  {
    ...none,
    name: "automations",
    title: "place.automations",
    icon: AlarmClock,
    keys: "Mod+2",
    code: automationsPart,
    list: automationsPart.component((part) => part.AutomationsList),
    listTitle: "place.automations",
    view: AutomationsView,
    rightColumn: "details",
    enter: enterAutomations,
  },
  {
    ...none,
    name: "knowledge",
    title: "place.knowledge",
    icon: BookOpen,
    keys: "Mod+3",
    useCount: useProposed,
    rightColumn: "details",
    code: knowledgePart,
    list: knowledgePart.component((part) => part.KnowledgeList),
    listTitle: "place.knowledge",
    view: knowledgePart.component((part) => part.KnowledgePlace),
    enter({ knowledge, profiles, skills }) {
      void skills.load();
      void profiles.load();
      return knowledge.show();
    },
  },
  {
    ...none,
    name: "connections",
    title: "place.connections",
    icon: Plug,
    keys: "Mod+4",
    code: connectionsPart,
    list: connectionsPart.component((part) => part.ConnectionsList),
    listTitle: "place.connections",
    view: connectionsPart.component((part) => part.ConnectionsPlace),
    rightColumn: "details",
    enter: followConnections,
  },
  {
    ...none,
    name: "usage",
    title: "place.usage",
    icon: ChartNoAxesColumn,
    keys: "Mod+5",
    code: usagePart,
    view: usagePart.component((part) => part.UsagePlace),
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
    useCount: useInboxCount,
    code: inboxPart,
    view: InboxView,
    enter: enterInbox,
  },
  {
    ...none,
    name: "settings",
    title: "place.settings",
    icon: Settings,
    keys: "Mod+,",
    end: "lower",
    code: settingsPart,
    view: SettingsView,
    enter: enterSettings,
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

/** A work folder that was refused, and why, is not said again when one comes back. */
function enterSettings({ system, defaultFolder, providers, embeddings }: WindowState): () => void {
  void providers.need();
  void embeddings.load();
  const leave = system.show();
  return () => {
    leave();
    defaultFolder.drop();
  };
}

function enterAutomations({ jobs, heartbeat, jobRun }: WindowState): () => void {
  const ends = [jobs.show(true), heartbeat.show(), () => jobRun.show(null)];
  return () => {
    for (const end of ends) end();
  };
}

/** A request of a job is named by it. */
function enterInbox({ rules, reports, jobs, laterInbox }: WindowState): () => void {
  const ends = [rules.show(), reports.show(), jobs.show(), laterInbox.leave];
  return () => {
    for (const end of ends) end();
  };
}

function enterUsage({ usage, providers }: WindowState): () => void {
  void providers.need();
  void usage.open();
  return usage.close;
}

function useProposed(): number {
  return usePick(useWindow().proposals.store, ({ waiting }) => waiting.length);
}

/** The model is chosen where the chat chooses its own. */
function SettingsView() {
  return <SettingsPlace modelMenu={(model, onChoose) => <ModelPicker model={model} onChoose={onChoose} />} />;
}

/** A job that is made or changed. */
export function JobDialog() {
  return <JobFormDialog modelMenu={(model, onChoose) => <ModelPicker model={model} onChoose={onChoose} />} />;
}

/** What a run did to files is shown as beside a chat. */
function AutomationsView() {
  const { jobChanges } = useWindow();
  return <AutomationsPlace changes={<ShownChanges changes={jobChanges} />} />;
}

/** How often the heartbeat looks, and what it may use. */
export function HeartbeatDialog() {
  return <HeartbeatFormDialog modelMenu={(model, onChoose) => <ModelPicker model={model} onChoose={onChoose} />} />;
}

/** Files are opened in tabs above the chat. */
function ChatView() {
  return <ChatPlace openFiles={(sessionKey) => <OpenFiles sessionKey={sessionKey} />} />;
}

/** Each approval and each question of a server is drawn by the chat's own card. */
function InboxView() {
  return (
    <InboxPlace
      card={(approvals, isFirst) => <ApprovalCards approvals={approvals} isFirst={isFirst} />}
      askCard={(ask) => <AskCard ask={ask} />}
    />
  );
}
