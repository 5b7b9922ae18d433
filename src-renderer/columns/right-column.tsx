import type { ReactNode } from "react";
import { useWindow } from "../state/context.ts";
import { useIsNarrow } from "../ui/narrow.ts";
import { OverlayColumn } from "../ui/overlay-column.tsx";

interface RightColumnProps {
  readonly label: string;
  /** The preference that shows it. */
  readonly column: "inspector" | "details";
  readonly children: ReactNode;
}

/** What stands at the right of the sheet, or lies over it. */
export function RightColumn({ label, column, children }: RightColumnProps) {
  const { preferences } = useWindow();
  return (
    <OverlayColumn
      label={label}
      at="end"
      isOver={useIsNarrow()}
      onClose={() => preferences.setState({ [column]: false })}
    >
      {children}
    </OverlayColumn>
  );
}
