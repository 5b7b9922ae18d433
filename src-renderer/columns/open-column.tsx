import { PanelLeft, PanelRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { useWindow } from "../state/context.ts";
import { IconButton } from "../ui/button.tsx";
import { keyWords } from "../ui/keys.ts";
import { text } from "../ui/text.ts";
import styles from "./open-column.module.css";

interface OpenRightProps {
  readonly label: string;
  /** The preference that shows the column. */
  readonly column: "inspector" | "details";
}

/** Opens the right column. It is there while the column is not; the button that closed that gives it the focus. */
export function OpenRight({ label, column }: OpenRightProps) {
  const { preferences } = useWindow();
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) own.current?.querySelector("button")?.focus();
  }, []);
  return (
    <div ref={own}>
      <IconButton
        label={label}
        keys={keyWords("Alt+Mod+B")}
        aria-expanded={false}
        onClick={() => preferences.setState({ [column]: true })}
      >
        <PanelRight className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Brings the list over the sheet. It is in sight where the list is not. */
export function OpenList() {
  const { listOver } = useWindow();
  return (
    <IconButton
      className={styles.openList}
      label={text("columns.openList")}
      keys={keyWords("Mod+B")}
      onClick={() => listOver.setState({ isOpen: true })}
    >
      <PanelLeft className="icon" aria-hidden="true" />
    </IconButton>
  );
}
