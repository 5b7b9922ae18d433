import { useEffect, useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";

/** The work folder of new chats; kept when it is left or Enter is pressed, and put back when it was emptied. */
export function WorkFolderInput() {
  const { agent, notify } = useWindow();
  const value = usePick(agent.store, (state) => state.settings?.agents.defaults.workFolder ?? "");
  const [folder, setFolder] = useState(value);
  useEffect(() => setFolder(value), [value]);
  const save = async (): Promise<void> => {
    const wanted = folder.trim();
    if (wanted === "" || wanted === value) return setFolder(value);
    const problem = await agent.update({ agents: { defaults: { workFolder: wanted } } });
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <label className="input">
      <span className="sr">{text("settings.workFolder")}</span>
      <input
        className="mono"
        value={folder}
        onChange={(event) => setFolder(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) void save();
        }}
      />
    </label>
  );
}
