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
import type { LinkState } from "../../client/agent-client.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { type PlaceName, placeHref, readPlace } from "../../state/place.ts";
import { keyWords } from "../../ui/keys.ts";
import { Mark } from "../../ui/mark.tsx";
import { type TextKey, text } from "../../ui/text.ts";

interface RailPlace {
  readonly name: PlaceName;
  readonly label: TextKey;
  readonly icon: LucideIcon;
  readonly keys: string;
}

export const railPlaces: readonly RailPlace[] = [
  { name: "chats", label: "place.chats", icon: MessagesSquare, keys: "Mod+1" },
  { name: "automations", label: "place.automations", icon: AlarmClock, keys: "Mod+2" },
  { name: "knowledge", label: "place.knowledge", icon: BookOpen, keys: "Mod+3" },
  { name: "connections", label: "place.connections", icon: Plug, keys: "Mod+4" },
  { name: "usage", label: "place.usage", icon: ChartNoAxesColumn, keys: "Mod+5" },
];
export const lowerPlaces: readonly RailPlace[] = [
  { name: "inbox", label: "place.inbox", icon: Inbox, keys: "Mod+6" },
  { name: "settings", label: "place.settings", icon: Settings, keys: "Mod+," },
];

/** The places of the window, and whether the agent is there. */
export function Rail() {
  const { agent, inbox } = useWindow();
  const waiting = usePick(inbox.store, (state) => state.approvals.length);
  const link = usePick(agent.store, (state) => state.link);
  return (
    <nav className="rail" aria-label={text("place.all")}>
      <span className="mark">
        <Mark branch />
      </span>
      {railPlaces.map((place) => (
        <RailLink key={place.name} place={place} badge={0} />
      ))}
      <span className="gap" />
      {lowerPlaces.map((place) => (
        <RailLink key={place.name} place={place} badge={place.name === "inbox" ? waiting : 0} />
      ))}
      <LinkDot link={link} />
    </nav>
  );
}

function RailLink({ place, badge }: { readonly place: RailPlace; readonly badge: number }) {
  const { place: control, chat } = useWindow();
  const current = usePick(control.store, (state) => state.place.name);
  const open = usePick(chat.store, (state) => (state.kind === "none" ? null : state.key));
  const { icon: Icon, keys, label, name } = place;
  const href = name === "chats" ? placeHref({ name, sessionKey: open }) : placeHref(readPlace(`#/${name}`));
  return (
    <a
      href={href}
      aria-label={text(label)}
      title={`${text(label)}  ${keyWords(keys)}`}
      aria-current={current === name ? "page" : undefined}
    >
      <Icon className="i" aria-hidden="true" />
      {badge === 0 ? null : <span className="badge need" aria-hidden="true" data-count={badge} />}
    </a>
  );
}

const linkWords: Readonly<Record<LinkState["kind"], { readonly word: TextKey; readonly dot: string }>> = {
  up: { word: "link.up", dot: "ok" },
  connecting: { word: "link.connecting", dot: "off" },
  lost: { word: "link.lost", dot: "fail" },
  "shut-out": { word: "link.lost", dot: "fail" },
};

function LinkDot({ link }: { readonly link: LinkState }) {
  const { word, dot } = linkWords[link.kind];
  return (
    <span className="dot-btn" role="status" aria-label={text(word)} title={text(word)}>
      <span className={`dot ${dot}`} />
    </span>
  );
}
