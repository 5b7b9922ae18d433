import { PanelLeft, PanelRight } from "lucide-react";
import type { ReactNode } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { IconButton } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";

/** The head of a connection's page: what it is called and how it stands, and the way to what is beside it. */
export function PlaceBar({ children }: { readonly children: ReactNode }) {
  const { preferences } = useWindow();
  const details = usePick(preferences, (state) => state.details);
  return (
    <header className="bar">
      {details ? (
        <IconButton
          className="narrow"
          label={text("connection.showList")}
          onClick={() => preferences.setState({ details: false })}
        >
          <PanelLeft className="i" aria-hidden="true" />
        </IconButton>
      ) : null}
      {children}
      {details ? null : (
        <IconButton label={text("connection.openSettings")} onClick={() => preferences.setState({ details: true })}>
          <PanelRight className="i" aria-hidden="true" />
        </IconButton>
      )}
    </header>
  );
}
