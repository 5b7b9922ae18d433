import { AtSign, Paperclip } from "lucide-react";
import { text } from "../../ui/text.ts";
import styles from "./drop-target.module.css";
import type { Dragged } from "./use-file-drop.ts";

/** Lies over the sheet while something is dragged over the window: wherever files fall, they are attached; a path is mentioned. */
export function DropTarget({ dragged }: { readonly dragged: NonNullable<Dragged> }) {
  const isPath = dragged === "path";
  const Icon = isPath ? AtSign : Paperclip;
  return (
    <div className={styles.target} role="status">
      <div className={styles.words}>
        <Icon className="icon" aria-hidden="true" />
        {text(isPath ? "composer.dropPath" : "composer.dropHere")}
      </div>
    </div>
  );
}
