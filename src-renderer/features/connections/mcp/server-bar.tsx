import { RotateCw } from "lucide-react";
import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { Button } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { type TextKey, text } from "../../../ui/text.ts";
import { PlaceBar } from "../place-bar.tsx";
import styles from "./server-bar.module.css";
import { stateWords, targetWords } from "./server-state.ts";

/** What a server is called, how it stands, what is run, and the two things that can be done to the whole of it. */
export function ServerBar({ row }: { readonly row: McpServerRow }) {
  const { mcpServers, notify } = useWindow();
  const busy = usePick(mcpServers.store, (state) => state.busy[row.name]);
  const { word, chip } = stateWords[row.state];
  const target = targetWords(row.target);
  const isOn = row.state !== "off";
  const tell = async (acted: Promise<string | null>): Promise<void> => {
    const problem = await acted;
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <PlaceBar>
      <h1 className="cut" data-tip={row.title}>
        {row.name}
      </h1>
      <span className={`chip ${chip}`}>{text(word)}</span>
      <span className={`mono meta cut ${styles.target}`} data-tip={target}>
        {target}
      </span>
      <span className="grow" />
      {isOn ? (
        <Button
          size="small"
          isBusy={busy !== undefined || row.state === "connecting"}
          onClick={() => void tell(mcpServers.restart(row.name))}
        >
          <RotateCw className="icon icon-small" aria-hidden="true" />
          {text(restartWords(row, busy === "restart"))}
        </Button>
      ) : null}
      <Switch
        label={text("mcpServer.switch", { name: row.name })}
        isOn={isOn}
        disabled={busy === "save"}
        onSwitch={(next) => void tell(mcpServers.switchTo(row.name, next))}
      />
    </PlaceBar>
  );
}

function restartWords({ state, target }: McpServerRow, isOn: boolean): TextKey {
  if (target.kind === "address") return isOn ? "mcpServer.connecting" : "mcpServer.connectAgain";
  if (isOn) return "mcpServer.starting";
  return state === "waiting" || state === "resting" ? "mcpServer.start" : "mcpServer.restart";
}
