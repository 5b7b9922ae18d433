import { PanelRightClose } from "lucide-react";
import type { KeyboardEvent } from "react";
import { RightColumn } from "../../columns/right-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { useIsNarrow } from "../../ui/narrow.ts";
import noteStyles from "../../ui/note.module.css";
import panelStyles from "../../ui/panel.module.css";
import { text } from "../../ui/text.ts";
import { VersionList } from "./version-list.tsx";

/** The right column: what the open file held before. Escape leaves what is compared, then the column. */
export function VersionsPanel() {
  const { preferences, fileVersions } = useWindow();
  const isNarrow = useIsNarrow();
  const close = (): void => preferences.setState({ details: false });
  const leave = (event: KeyboardEvent): void => {
    // Over the sheet it is a dialog, which closes by itself.
    if (event.key !== "Escape" || isNarrow) return;
    event.preventDefault();
    if (fileVersions.store.getState().compared === null) close();
    else fileVersions.leave();
  };
  return (
    <RightColumn label={text("knowledge.versionList")} column="details">
      <aside className={panelStyles.panel} aria-label={text("knowledge.versionList")} onKeyDown={leave}>
        <div className={panelStyles.tabs}>
          <h2 className={panelStyles.title}>{text("knowledge.versionList")}</h2>
          <IconButton label={text("details.close")} onClick={close}>
            <PanelRightClose className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div className={panelStyles.body}>
          <Versions />
        </div>
      </aside>
    </RightColumn>
  );
}

function Versions() {
  const { fileVersions, knowledge } = useWindow();
  const list = usePick(fileVersions.store, (state) => state.list);
  const isBuiltIn = usePick(
    knowledge.store,
    (state) =>
      state.list.kind === "ready" && state.list.files.some((file) => file.readOnly && file.path === state.shown),
  );
  if (isBuiltIn) return <p className="pad meta">{text("knowledge.builtInVersions")}</p>;
  if (list.kind === "loading") return <Bones rows={4} />;
  if (list.kind === "failed") {
    return (
      <div className={`${noteStyles.failed} ${noteStyles.banner}`} role="alert">
        <span className="grow">{list.message}</span>
        <Button size="small" onClick={() => void fileVersions.load()}>
          {text("action.again")}
        </Button>
      </div>
    );
  }
  if (list.versions.length === 0) return <p className="pad meta">{text("knowledge.noVersions")}</p>;
  return <VersionList versions={list.versions} />;
}
