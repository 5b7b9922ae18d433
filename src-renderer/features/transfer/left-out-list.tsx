import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { ImportPreview } from "../../../src-preload/contract/transfer.ts";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";

/** What of a file is not taken, and why. */
export function LeftOutList({ broken, moreBroken }: Pick<ImportPreview, "broken" | "moreBroken">) {
  if (broken.length === 0) return null;
  return (
    <ul className={noteStyles.failed} aria-label={text("transfer.leftOut")}>
      {broken.map(({ title, reason }, index) => (
        <li key={`${String(index)} ${title}`}>
          {title === "" ? "" : `${revealLine(title)}: `}
          {reason}
        </li>
      ))}
      {moreBroken === 0 ? null : <li>{text("transfer.moreLeftOut", { count: moreBroken })}</li>}
    </ul>
  );
}
