import { usePick, useWindow } from "../../../state/context.ts";
import { Bones } from "../../../ui/bones.tsx";
import { Button } from "../../../ui/button.tsx";
import noteStyles from "../../../ui/note.module.css";
import pageStyles from "../../../ui/page.module.css";
import { text } from "../../../ui/text.ts";
import connectionStyles from "../connection.module.css";
import { PlaceBar } from "../place-bar.tsx";
import { SearchChoiceCard } from "./search-choice-card.tsx";
import { SearchTestCard } from "./search-test-card.tsx";

/** Where the web is searched: who is asked, what they want, and a test. */
export function SearchPlace() {
  const { webSearch } = useWindow();
  const setup = usePick(webSearch.store, (state) => state.setup);
  return (
    <section className={pageStyles.main} aria-label={text("place.connections")}>
      <PlaceBar hasSettings={false}>
        <h1 className="cut">{text("search.listed")}</h1>
      </PlaceBar>
      <div className={`${pageStyles.page} ${connectionStyles.page}`}>
        <p className="dim">{text("search.whatItIs")}</p>
        {setup.kind === "loading" ? <Bones rows={4} /> : null}
        {setup.kind === "failed" ? (
          <div className={noteStyles.failed} role="alert">
            <span className="grow">{setup.message}</span>
            <Button size="small" onClick={() => void webSearch.load()}>
              {text("action.again")}
            </Button>
          </div>
        ) : null}
        {setup.kind === "ready" ? (
          <>
            <SearchChoiceCard key={setup.chosen.provider} chosen={setup.chosen} />
            <SearchTestCard chosen={setup.chosen} />
          </>
        ) : null}
      </div>
    </section>
  );
}
