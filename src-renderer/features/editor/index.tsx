import "../../ui/later-words.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { noTabs, pageName } from "../../state/file-tabs.ts";
import { ClosingDialog } from "./closing-dialog.tsx";
import { FilePage } from "./file-page.tsx";
import { FileTabs } from "./file-tabs.tsx";

/** The files that are open beside a chat: their tabs, and the one that is shown in place of the chat. */
export function OpenFiles({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { workFiles } = useWindow();
  const tabs = usePick(workFiles.store, (state) => state.tabs[sessionKey] ?? noTabs);
  const { shown } = tabs;
  return (
    <>
      <FileTabs sessionKey={sessionKey} tabs={tabs} />
      {shown === null ? null : <FilePage key={pageName(sessionKey, shown)} sessionKey={sessionKey} path={shown} />}
      <ClosingDialog />
    </>
  );
}
