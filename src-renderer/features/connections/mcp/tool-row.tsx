import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { McpTool } from "../../../../src-preload/contract/mcp.ts";
import { revealControls, revealLine } from "../../../../src-preload/contract/reveal-controls.ts";
import { fewTokens } from "../../../ui/amounts.ts";
import { CheckBox } from "../../../ui/check-box.tsx";
import { text } from "../../../ui/text.ts";

interface ToolRowProps {
  readonly tool: McpTool;
  readonly onChoose: (isEnabled: boolean) => void;
}

/** A tool; the whole of its description is a click away, and there at once where it is to be looked at. */
export function ToolRow({ tool, onChoose }: ToolRowProps) {
  const { name, title, description, effect, isEnabled, isChanged, tokens } = tool;
  const [chosen, choose] = useState<boolean | null>(null);
  const isOpen = chosen ?? isChanged;
  return (
    <tr className={isEnabled ? "" : "quiet"}>
      <td className="tick">
        <CheckBox label={text("mcpServer.useTool", { tool: name })} isOn={isEnabled} onCheck={onChoose} />
      </td>
      <td className="tool-name">
        <button type="button" className="tool" aria-expanded={isOpen} onClick={() => choose(!isOpen)}>
          <span className="row">
            {title === name ? null : <span className="title cut">{revealLine(title)}</span>}
            <span className={title === name ? "mono cut" : "mono meta cut"}>{revealLine(name)}</span>
            {isChanged ? <span className="chip need">{text("mcpServer.isChanged")}</span> : null}
            <ChevronRight className={isOpen ? "i chev open" : "i chev"} aria-hidden="true" />
          </span>
          <span className={isOpen ? "sm whole" : "sm cut"}>{revealControls(description)}</span>
        </button>
      </td>
      <td className="may">{text(effect === "read" ? "mcpServer.reads" : "mcpServer.asksFirst")}</td>
      <td className="r">{fewTokens(tokens)}</td>
    </tr>
  );
}
