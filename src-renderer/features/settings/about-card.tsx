import { usePick, useWindow } from "../../state/context.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import { PartsList } from "./parts-list.tsx";

/** Which Perch this is, and what it is made of. */
export function AboutCard() {
  const version = usePick(useWindow().system.store, (state) => state.version);
  return (
    <Card title={text("settings.about")}>
      <p>
        {version === null ? text("app.name") : text("settings.version", { version })}
        <span className="meta small block">{text("settings.aboutWords")}</span>
      </p>
      <Disclosure label={text("settings.parts")}>
        <PartsList />
      </Disclosure>
    </Card>
  );
}
