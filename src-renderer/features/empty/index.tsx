import { EmptyState } from "../../ui/empty-state.tsx";
import { text } from "../../ui/text.ts";

/** A place whose work is still to come: it says what will be there, and offers nothing to click. */
export function ComingPlace() {
  return (
    <section className="main" aria-label={text("place.automations")}>
      <header className="bar">
        <h1>{text("place.automations")}</h1>
      </header>
      <div className="page center">
        <EmptyState title={text("empty.automations")} words={text("empty.automationsWords")} />
      </div>
    </section>
  );
}
