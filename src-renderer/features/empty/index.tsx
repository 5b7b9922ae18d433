import { EmptyState } from "../../ui/empty-state.tsx";
import { type TextKey, text } from "../../ui/text.ts";

type ComingPlace = "automations" | "connections";

const words: Readonly<
  Record<ComingPlace, { readonly title: TextKey; readonly empty: TextKey; readonly what: TextKey }>
> = {
  automations: { title: "place.automations", empty: "empty.automations", what: "empty.automationsWords" },
  connections: { title: "place.connections", empty: "empty.connections", what: "empty.connectionsWords" },
};

/** A place whose work is still to come: it says what will be there, and offers nothing to click. */
export function ComingPlace({ name }: { readonly name: ComingPlace }) {
  const { title, empty, what } = words[name];
  return (
    <section className="main" aria-label={text(title)}>
      <header className="bar">
        <h1>{text(title)}</h1>
      </header>
      <div className="page center">
        <EmptyState title={text(empty)} words={text(what)} />
      </div>
    </section>
  );
}
