import type { ReactNode } from "react";
import { OpenList, OpenRight } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import pageStyles from "../../ui/page.module.css";
import { text } from "../../ui/text.ts";

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
    <header className={`${pageStyles.bar} ${pageStyles.canWrap}`}>
      <OpenList />
      {children}
      {details || !hasSettings ? null : <OpenRight label={text("connection.openSettings")} column="details" />}
    </header>
  );
}
