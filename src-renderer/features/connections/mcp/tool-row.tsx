import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { McpTool } from "../../../../src-preload/contract/mcp.ts";
import { revealControls, revealLine } from "../../../../src-preload/contract/reveal-controls.ts";
import { fewTokens } from "../../../ui/amounts.ts";
import { CheckBox } from "../../../ui/check-box.tsx";
import { Switch } from "../../../ui/switch.tsx";
import tableStyles from "../../../ui/table.module.css";
import { text } from "../../../ui/text.ts";
import styles from "./tools.module.css";

interface ToolRowProps {
  readonly tool: McpTool;
  readonly isBusy: boolean;
  readonly onChoose: (isEnabled: boolean) => void;
  /** Whether it runs without asking. */
  readonly onAllow: (isAllowed: boolean) => void;
}

/** A tool; the whole of its description is a click away, and there at once where it is to be looked at. */
export function ToolRow({ tool, isBusy, onChoose, onAllow }: ToolRowProps) {
  const { name, title, description, effect, isEnabled, isChanged, hadNoRoom, mayRun, tokens } = tool;
  const [chosen, choose] = useState<boolean | null>(null);
  const isOpen = chosen ?? isChanged;
  return (
    <tr className={isEnabled ? "" : styles.isQuiet}>
      <td className={styles.tick}>
        <CheckBox label={text("mcpServer.useTool", { tool: name })} isOn={isEnabled} onCheck={onChoose} />
      </td>
      <td>
        <button type="button" className={styles.tool} aria-expanded={isOpen} onClick={() => choose(!isOpen)}>
          <span className="row">
            {title === name ? null : <span className={`${styles.title} cut`}>{revealLine(title)}</span>}
            <span className={title === name ? "mono cut" : "mono meta cut"}>{revealLine(name)}</span>
            {isChanged ? <span className="chip needs">{text("mcpServer.isChanged")}</span> : null}
            {hadNoRoom && isEnabled ? <span className="chip needs">{text("mcpServer.noRoom")}</span> : null}
            {effect === "read" ? <span className="chip">{text("mcpServer.saysItReads")}</span> : null}
            <ChevronRight className={isOpen ? `icon chevron ${styles.isOpen}` : "icon chevron"} aria-hidden="true" />
          </span>
          <span className={isOpen ? `small ${styles.whole}` : "small cut"}>{revealControls(description)}</span>
        </button>
      </td>
      <td className={styles.may}>
        <span className="row">
          <Switch label={text("mcpServer.mayRun", { tool: name })} isOn={mayRun} disabled={isBusy} onSwitch={onAllow} />
          <span className={styles.word}>{text(mayRun ? "mcpServer.runs" : "mcpServer.asksFirst")}</span>
        </span>
      </td>
      <td className={`${tableStyles.isRight} ${styles.tokens}`}>{fewTokens(tokens)}</td>
    </tr>
  );
}
