import { PanelLeft, PanelRight } from "lucide-react";
import type { ReactNode } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { IconButton } from "../../ui/button.tsx";
import pageStyles from "../../ui/page.module.css";
import { text } from "../../ui/text.ts";
import styles from "./connection.module.css";

interface PlaceBarProps {
  /** It has a right column. */
  readonly hasSettings?: boolean;
  readonly children: ReactNode;
}

/** The head of a connection's page: what it is called and how it stands, and the way to what is beside it. */
export function PlaceBar({ hasSettings = true, children }: PlaceBarProps) {
  const { preferences } = useWindow();
  const details = usePick(preferences, (state) => state.details);
  return (
    <header className={pageStyles.bar}>
      {details ? (
        <IconButton
          className={styles.narrow}
          label={text("connection.showList")}
          onClick={() => preferences.setState({ details: false })}
        >
          <PanelLeft className="icon" aria-hidden="true" />
        </IconButton>
      ) : null}
      {children}
      {details || !hasSettings ? null : (
        <IconButton label={text("connection.openSettings")} onClick={() => preferences.setState({ details: true })}>
          <PanelRight className="icon" aria-hidden="true" />
        </IconButton>
      )}
    </header>
  );
}
