import { useEffect, useRef } from "react";
import { AddConnection } from "./features/connections/index.tsx";
import { FirstRun } from "./features/first-run/index.tsx";
import { KeySheet, Palette } from "./features/palette/index.tsx";
import { keyless, LinkBanner, Notices, Rail, ShellKeys, shortcutsOf } from "./features/shell/index.tsx";
import { LimitsDialog } from "./features/usage/index.tsx";
import { type PlaceEntry, places } from "./places.tsx";
import { usePick, useWindow } from "./state/context.ts";
import { followPlaces } from "./state/follow-places.ts";
import { pageOf, placeHref } from "./state/place.ts";
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

const shortcuts = shortcutsOf(places);
const sheet = shortcuts.map(({ keys, label }) => ({ keys, label: text(label) }));

function entryOf(page: string): PlaceEntry {
  const entry = places.find(({ name }) => name === page);
  if (entry === undefined) throw new Error(`the window has no page ${page}`);
  return entry;
}

function MainWindow() {
  const state = useWindow();
  const place = usePick(state.place.store, (now) => now.place);
  const preferences = usePick(state.preferences, (now) => now);
  useEffect(() => followPlaces(state, (page) => entryOf(page).enter), [state]);
  const { list: List, view: View, beside: Beside, rightColumn } = entryOf(pageOf(place));
  const hasList = List !== null;
  const hasRight = rightColumn !== null && preferences[rightColumn];
  const classes = ["window", ...(hasList ? [] : ["no-list"]), ...(hasRight ? ["has-inspector"] : [])].join(" ");
  return (
    <>
      <LinkBanner />
      <div className={classes}>
        <Rail places={places} />
        <ErrorBoundary resetKey={pageOf(place)}>{List === null ? null : <List />}</ErrorBoundary>
        <main className="sheet">
          <ErrorBoundary resetKey={placeHref(place)}>
            <View />
          </ErrorBoundary>
          {Beside !== null && hasRight ? <Beside /> : null}
        </main>
      </div>
      <Palette
        actions={[...shortcuts, ...keyless].flatMap(({ keys, label, run }) =>
          run === null ? [] : [{ keys, label: text(label), run: () => run(state) }],
        )}
      />
      <KeySheet keys={sheet} />
      <LimitsDialog />
      <AddConnection />
      <Notices />
      <ShellKeys shortcuts={shortcuts} />
    </>
  );
}
