import { EmptyState } from "../../ui/empty-state.tsx";
import pageStyles from "../../ui/page.module.css";
import { text } from "../../ui/text.ts";

/** A place whose work is still to come: it says what will be there, and offers nothing to click. */
export function ComingPlace() {
  return (
    <section className={pageStyles.main} aria-label={text("place.automations")}>
      <header className={pageStyles.bar}>
        <h1>{text("place.automations")}</h1>
      </header>
      <div className={`${pageStyles.page} ${pageStyles.isCentred}`}>
        <EmptyState title={text("empty.automations")} words={text("empty.automationsWords")} />
      </div>
    </section>
  );
}
