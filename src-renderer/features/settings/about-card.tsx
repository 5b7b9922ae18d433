import { usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { Card } from "./card.tsx";

/** Which Perch this is. */
export function AboutCard() {
  const version = usePick(useWindow().system.store, (state) => state.version);
  return (
    <Card title={text("settings.about")}>
      <p>
        {version === null ? text("app.name") : text("settings.version", { version })}
        <span className="meta small block">{text("settings.aboutWords")}</span>
      </p>
    </Card>
  );
}
