import "../../ui/later-words.ts";
import { PanelRightClose } from "lucide-react";
import { useEffect, useRef } from "react";
import { RightColumn } from "../../columns/right-column.tsx";
import { type Changes, openCount } from "../../state/changes.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { InspectorTab } from "../../state/preferences.ts";
import { ChangesElsewhere } from "../../state/use-changes.ts";
import { IconButton } from "../../ui/button.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import panelStyles from "../../ui/panel.module.css";
import { TabList } from "../../ui/tab-list.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { ChangesTab } from "./changes-tab.tsx";
import { ContextTab } from "./context-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import { RunTab } from "./run-tab.tsx";

const tabs: readonly (readonly [InspectorTab, TextKey])[] = [
  ["files", "inspector.files"],
  ["changes", "inspector.changes"],
  ["run", "inspector.run"],
  ["context", "inspector.context"],
];

/** The changes of another chat than the open one. */
export function ShownChanges({ changes }: { readonly changes: Changes }) {
  return (
    <ChangesElsewhere value={changes}>
      <ChangesTab />
    </ChangesElsewhere>
  );
}

/** The sheet behind the fold: files of the work folder, the run, what was sent. Opens only when asked. */
export function Inspector() {
  const { preferences, chat, changes } = useWindow();
  const tab = usePick(preferences, (state) => state.inspectorTab);
  const changed = usePick(changes.store, openCount);
  const open = usePick(chat.store, (state) => state);
  const head = useRef<HTMLDivElement>(null);
  // The button that opened it has made room for this one.
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.querySelector<HTMLElement>(":scope > button")?.focus();
  }, []);
  return (
    <RightColumn label={text("inspector.title")} column="inspector">
      <section className={panelStyles.panel} aria-label={text("inspector.title")}>
        <div className={panelStyles.tabs} ref={head}>
          <TabList
            tabs={tabs}
            shown={tab}
            panel="inspector-panel"
            counts={{ changes: changed }}
            onShow={(inspectorTab) => preferences.setState({ inspectorTab })}
          />
          <IconButton label={text("inspector.close")} onClick={() => preferences.setState({ inspector: false })}>
            <PanelRightClose className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div
          className={panelStyles.body}
          role="tabpanel"
          id="inspector-panel"
          aria-labelledby={`tab-${tab}`}
          tabIndex={-1}
        >
          <ErrorBoundary resetKey={`${tab} ${open.kind === "open" ? open.key : ""}`}>
            {open.kind !== "open" ? (
              <p className="pad meta">{text("inspector.empty")}</p>
            ) : tab === "files" ? (
              <FilesTab key={open.key} view={open.view} />
            ) : tab === "changes" ? (
              <ChangesTab key={open.key} />
            ) : tab === "run" ? (
              <RunTab view={open.view} stopped={open.facts.stopped} />
            ) : (
              <ContextTab sessionKey={open.key} workFolder={open.view.workFolder} />
            )}
          </ErrorBoundary>
        </div>
      </section>
    </RightColumn>
  );
}
