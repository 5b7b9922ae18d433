import "../../ui/later-words.ts";
import { lazy, Suspense } from "react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import pageStyles from "../../ui/page.module.css";
import { text } from "../../ui/text.ts";
import styles from "./connection.module.css";
import { ServerPlace } from "./mcp/server-place.tsx";
import { ModelsCard } from "./models-card.tsx";
import { PlaceBar } from "./place-bar.tsx";
import { placeWords, stateOf } from "./provider-state.ts";
import { SettingsPanel } from "./settings-panel.tsx";
import { StateNote } from "./state-note.tsx";
import { TestCard } from "./test-card.tsx";
import { useCurrent, useIsSearchShown, useIsVoiceShown, useShownServer } from "./use-current.ts";

export { AddConnection } from "./add-connection.tsx";
export { ConnectionsList } from "./connections-list.tsx";

/** Chosen once: no page waits for it. */
const VoicePlace = lazy(async () => ({ default: (await import("./voice/voice-place.tsx")).VoicePlace }));

const SearchPlace = lazy(async () => ({ default: (await import("./search/search-place.tsx")).SearchPlace }));

/** One connection: a provider of models, an MCP server, where speech is put into words, or where the web is searched. */
export function ConnectionsPlace() {
  const server = useShownServer();
  const isVoice = useIsVoiceShown();
  const isSearch = useIsSearchShown();
  if (isVoice || isSearch)
    return <Suspense fallback={<Waiting />}>{isVoice ? <VoicePlace /> : <SearchPlace />}</Suspense>;
  return server === null ? <ProviderPlace /> : <ServerPlace key={server} name={server} />;
}

/** An empty page, with bones as long as something is on its way. */
function Waiting({ isBusy = true }: { readonly isBusy?: boolean }) {
  return (
    <section className={pageStyles.main} aria-label={text("place.connections")}>
      <div className={pageStyles.page}>{isBusy ? <Bones rows={6} /> : null}</div>
    </section>
  );
}

/** How a provider stands, its test, its models and its settings. */
function ProviderPlace() {
  const { preferences, providers } = useWindow();
  const row = useCurrent();
  const details = usePick(preferences, (state) => state.details);
  const loading = usePick(providers.store, (state) => state.loading);
  const isBusy = loading === "idle" || loading === "loading";
  if (row === null) return <Waiting isBusy={isBusy} />;
  return (
    <>
      <section className={pageStyles.main} aria-label={text("place.connections")}>
        <ConnectionBar row={row} />
        <div className={`${pageStyles.page} ${styles.page}`}>
          <StateNote row={row} />
          <TestCard key={`test ${row.name}`} row={row} />
          <ModelsCard key={`models ${row.name}`} row={row} />
        </div>
      </section>
      {details ? <SettingsPanel key={row.name} row={row} /> : null}
    </>
  );
}

function ConnectionBar({ row }: { readonly row: ProviderRow }) {
  const { word, chip } = stateOf(row);
  return (
    <PlaceBar>
      <h1 className="cut">{row.title}</h1>
      <span className={`chip ${chip}`}>{word}</span>
      <span className="meta small cut">{placeWords(row)}</span>
      <span className="grow" />
    </PlaceBar>
  );
}
