import { usePick, useWindow } from "../../state/context.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import fieldStyles from "../../ui/field.module.css";
import { FolderField } from "../../ui/folder-field.tsx";
import { text } from "../../ui/text.ts";

const states = {
  empty: "folder.state.empty",
  missing: "folder.state.missing",
  "has-files": "folder.state.has-files",
} as const;

/** Where the first chats work. */
export function WorkFolder() {
  const { agent, defaultFolder } = useWindow();
  const shown = useShownPath();
  const choice = usePick(defaultFolder.store, (state) => state);
  const folder = usePick(agent.store, (state) => state.settings?.agents.defaults.workFolder ?? "");
  const found = choice.kind === "kept" ? choice.found : null;
  return (
    <div className={fieldStyles.field}>
      <span className="grow">
        <b className="medium">{text("settings.workFolder")}</b>{" "}
        {found === null ? null : <span className="meta small">{text(states[found])}</span>}
        <span className="meta small block">{text("first.folder")}</span>
      </span>
      <FolderField
        label={text("settings.workFolder")}
        value={shown(folder)}
        problem={choice.kind === "refused" ? choice.words : null}
        isMissing={choice.kind === "missing"}
        onChoose={defaultFolder.choose}
        onPick={defaultFolder.pick}
        onMake={defaultFolder.make}
        onBack={() => void defaultFolder.look(folder)}
      />
    </div>
  );
}
