import { useEffect, useRef } from "react";
import { ApprovalCard } from "./features/chat/approval-card.tsx";
import { ChatPlace } from "./features/chat/index.tsx";
import { ChatsList } from "./features/chats/index.tsx";
import { AddConnection, ConnectionsList, ConnectionsPlace } from "./features/connections/index.tsx";
import { ComingPlace } from "./features/empty/index.tsx";
import { FirstRun } from "./features/first-run/index.tsx";
import { InboxPlace } from "./features/inbox/index.tsx";
import { Inspector } from "./features/inspector/index.tsx";
import { KnowledgeList, KnowledgePlace } from "./features/knowledge/index.tsx";
import { KeySheet, Palette } from "./features/palette/index.tsx";
import { SettingsPlace } from "./features/settings/index.tsx";
import { keyless, LinkBanner, Notices, Rail, ShellKeys, shortcuts } from "./features/shell/index.tsx";
import { LimitsDialog, UsagePlace } from "./features/usage/index.tsx";
import { usePick, useWindow } from "./state/context.ts";
import { type Place, placeHref } from "./state/place.ts";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { text } from "./ui/text.ts";

/** The window: the first run while no model is set and there is no chat, else a rail, a list and a sheet. */
export function App() {
  const { agent, chats } = useWindow();
  const settings = usePick(agent.store, (state) => state.settings);
  const areRead = usePick(chats.store, ({ loading }) => loading === "ready" || loading === "failed");
  const hasChats = usePick(chats.store, ({ rows }) => rows.length > 0);
  // Whoever works here is not sent back to the beginning when the last model goes.
  const wasIn = useRef(false);
  const isKnown = useRef(false);
  if (settings === null) return <Waiting />;
  const hasModel = settings.agents.defaults.model !== null;
  isKnown.current ||= hasModel || areRead;
  wasIn.current ||= hasModel || hasChats;
  if (!isKnown.current) return <Waiting />;
  if (!wasIn.current) {
    return (
      <>
        <FirstRun />
        <Notices />
      </>
    );
  }
  return <MainWindow />;
}

const waitingWords = {
  up: "action.loading",
  connecting: "action.loading",
  lost: "link.lostWords",
  "shut-out": "link.shutOutWords",
} as const;

/** Nothing for the first moments, then a word; an error with what is wrong. */
function Waiting() {
  const { agent } = useWindow();
  const { link, settingsError } = usePick(agent.store, (state) => state);
  return (
    <main className="waiting" aria-busy={settingsError === null}>
      {settingsError === null ? (
        <p className="meta">{text(waitingWords[link.kind])}</p>
      ) : (
        <p className="note fail" role="alert">
          {settingsError}
        </p>
      )}
    </main>
  );
}

function MainWindow() {
  const state = useWindow();
  const { place: control, preferences, chat, newChat } = state;
  const place = usePick(control.store, (now) => now.place);
  const { inspector, details } = usePick(preferences, (now) => now);
  useEffect(() => {
    const now = control.store.getState().place;
    if (now.name !== "chats") return;
    if (now.sessionKey === null) newChat();
    else void chat.open(now.sessionKey);
  }, [control, chat, newChat]);
  const hasList = place.name === "chats" || place.name === "knowledge" || place.name === "connections";
  const hasRight =
    place.name === "chats" ? inspector : details && (place.name === "usage" || place.name === "connections");
  const classes = ["window", ...(hasList ? [] : ["no-list"]), ...(hasRight ? ["has-inspector"] : [])].join(" ");
  return (
    <>
      <LinkBanner />
      <div className={classes}>
        <Rail />
        <ErrorBoundary resetKey={place.name}>
          {place.name === "chats" ? <ChatsList /> : null}
          {place.name === "knowledge" ? <KnowledgeList /> : null}
          {place.name === "connections" ? <ConnectionsList /> : null}
        </ErrorBoundary>
        <main className="sheet">
          <ErrorBoundary resetKey={placeHref(place)}>
            <PlaceView place={place} />
          </ErrorBoundary>
          {inspector && place.name === "chats" ? <Inspector /> : null}
        </main>
      </div>
      <Palette
        actions={[...shortcuts, ...keyless].flatMap(({ keys, label, run }) =>
          run === null ? [] : [{ keys, label: text(label), run: () => run(state) }],
        )}
      />
      <KeySheet keys={shortcuts.map(({ keys, label }) => ({ keys, label: text(label) }))} />
      <LimitsDialog />
      <AddConnection />
      <Notices />
      <ShellKeys />
    </>
  );
}

function PlaceView({ place }: { readonly place: Place }) {
  const { inbox } = useWindow();
  const approvals = usePick(inbox.store, (state) => state.approvals);
  switch (place.name) {
    case "chats":
      return <ChatPlace />;
    case "knowledge":
      return <KnowledgePlace />;
    case "inbox":
      return (
        <InboxPlace
          card={(approvalId, isFirst) => {
            const approval = approvals.find((row) => row.approvalId === approvalId);
            return approval === undefined ? null : <ApprovalCard approval={approval} isFirst={isFirst} />;
          }}
        />
      );
    case "settings":
      return <SettingsPlace />;
    case "usage":
      return <UsagePlace />;
    case "connections":
      return <ConnectionsPlace />;
    case "automations":
      return <ComingPlace />;
    default: {
      const never: never = place;
      return never;
    }
  }
}
