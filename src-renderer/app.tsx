import { type CSSProperties, Suspense } from "react";
import styles from "./app.module.css";
import { KeySheet, Palette } from "./features/palette/index.tsx";
import {
  commandsOf,
  LinkBanner,
  Notices,
  PageFocus,
  Rail,
  ShellKeys,
  SkipLink,
  shortcutsOf,
} from "./features/shell/index.tsx";
import { AddConnection, FirstRun, LimitsDialog, type PlaceEntry, places } from "./places.tsx";
import { usePick, useWindow } from "./state/context.ts";
import { pageOf, placeHref } from "./state/place.ts";
import type { Preferences } from "./state/preferences.ts";
import { ColumnResizer } from "./ui/column-resizer.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import noteStyles from "./ui/note.module.css";
import { text } from "./ui/text.ts";
import { Tooltips } from "./ui/tooltips.tsx";

/** The window: the first run while no model is set and there is no chat, else a rail, a list and a sheet. */
export function App() {
  const stage = usePick(useWindow().stage.store, (now) => now.stage);
  switch (stage) {
    case "waiting":
      return <Waiting />;
    case "first-run":
      return (
        <>
          <Suspense fallback={<Waiting />}>
            <FirstRun />
          </Suspense>
          <Notices />
          <Tooltips />
        </>
      );
    case "window":
      return <MainWindow />;
    default: {
      const never: never = stage;
      return never;
    }
  }
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
    <main className={styles.waiting} aria-busy={settingsError === null}>
      {settingsError === null ? (
        <p className="meta">{text(waitingWords[link.kind])}</p>
      ) : (
        <p className={noteStyles.failed} role="alert">
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

function chosenWidths({ listWidth, rightWidth }: Preferences): CSSProperties & Readonly<Record<`--${string}`, string>> {
  return {
    ...(listWidth === null ? {} : { "--list-chosen": `${listWidth}px` }),
    ...(rightWidth === null ? {} : { "--inspector-chosen": `${rightWidth}px` }),
  };
}

function MainWindow() {
  const state = useWindow();
  const place = usePick(state.place.store, (now) => now.place);
  const preferences = usePick(state.preferences, (now) => now);
  const { list: List, view: View, beside: Beside, rightColumn } = entryOf(pageOf(place));
  const hasList = List !== null;
  const hasRight = rightColumn !== null && preferences[rightColumn];
  const classes = [
    styles.window,
    ...(hasList ? [] : [styles.hasNoList]),
    ...(hasRight ? [styles.hasInspector] : []),
  ].join(" ");
  return (
    <>
      <SkipLink />
      <LinkBanner />
      <div className={classes} style={chosenWidths(preferences)} data-columns="">
        <Rail places={places} />
        <ErrorBoundary resetKey={pageOf(place)}>
          <Suspense fallback={<aside aria-busy="true" />}>{List === null ? null : <List />}</Suspense>
        </ErrorBoundary>
        <main className={styles.sheet}>
          {hasList ? (
            <ColumnResizer
              label={text("columns.list")}
              at="start"
              width="--list"
              least="--list-least"
              most="--list-most"
              chosen="--list-chosen"
              onChoose={(listWidth) => state.preferences.setState({ listWidth })}
            />
          ) : null}
          <ErrorBoundary resetKey={placeHref(place)}>
            <Suspense fallback={<section aria-busy="true" />}>
              <View />
              <PageFocus />
            </Suspense>
          </ErrorBoundary>
          {hasRight ? (
            <ColumnResizer
              label={text("columns.right")}
              at="end"
              width="--inspector"
              least="--inspector-least"
              most="--inspector-most"
              chosen="--inspector-chosen"
              onChoose={(rightWidth) => state.preferences.setState({ rightWidth })}
            />
          ) : null}
          {Beside !== null && hasRight ? (
            <Suspense fallback={<aside aria-busy="true" />}>
              <Beside />
            </Suspense>
          ) : null}
        </main>
      </div>
      <Palette commandsNow={() => commandsOf(state, places)} />
      <KeySheet keys={sheet} />
      <LaterDialogs />
      <Notices />
      <Tooltips />
      <ShellKeys shortcuts={shortcuts} />
    </>
  );
}

/** Dialogs whose code is that of another page: none is there before it is opened. */
function LaterDialogs() {
  const kind = usePick(useWindow().overlay.store, (now) => now.kind);
  return (
    <ErrorBoundary resetKey={kind}>
      <Suspense>
        {kind === "limits" ? <LimitsDialog /> : null}
        {kind === "add" ? <AddConnection /> : null}
      </Suspense>
    </ErrorBoundary>
  );
}
