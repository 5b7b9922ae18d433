import { Package, ShieldCheck, TriangleAlert } from "lucide-react";
import type { McpOutlook } from "../../../../src-preload/contract/mcp.ts";
import noteStyles from "../../../ui/note.module.css";
import { text } from "../../../ui/text.ts";

interface ReachNoteProps extends McpOutlook {
  /** It is to run in the sandbox. */
  readonly isOn: boolean;
}

/** What the sandbox keeps a program from, or a warning where there is none; where its package comes from. */
export function ReachNote({ isOn, packageHosts, unconfined, unfit }: ReachNoteProps) {
  if (!isOn) return <Warning words={text("mcpServer.offWarning")} />;
  return (
    <>
      {unconfined === null ? (
        <p className="meta small row">
          <ShieldCheck className="icon icon-small" aria-hidden="true" />
          {text("mcpServer.sandboxWords")}
        </p>
      ) : (
        <Warning words={text("mcpServer.unconfined", { reason: unconfined })} />
      )}
      {unfit === null ? null : <Warning words={unfit} />}
      {packageHosts.length === 0 ? null : (
        <p className="meta small row">
          <Package className="icon icon-small" aria-hidden="true" />
          {text("mcpServer.downloads", { hosts: packageHosts.join(", ") })}
        </p>
      )}
    </>
  );
}

function Warning({ words }: { readonly words: string }) {
  return (
    <div className={noteStyles.needs} role="status">
      <TriangleAlert className="icon" aria-hidden="true" />
      <p className="grow">{words}</p>
    </div>
  );
}
