import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { useWindow } from "../../../state/context.ts";
import { RemovalBody, RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { text } from "../../../ui/text.ts";
import styles from "../form.module.css";

interface RemoveServerProps {
  readonly row: McpServerRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Values that are gone cannot be brought back: this asks. */
export function RemoveServer({ row, isOpen, onClose }: RemoveServerProps) {
  const { mcpServers, place } = useWindow();
  const names = row.values.map(({ name }) => name).join(", ");
  const remove = async (): Promise<string | null> => {
    const refused = await mcpServers.remove(row.name);
    if (refused !== null) return refused;
    onClose();
    place.goWithinPage({ name: "connections", shown: null });
    return null;
  };
  const words = text(row.target.kind === "command" ? "mcpServer.removeCommand" : "mcpServer.removeAddress");
  return (
    <RemovalDialog title={text("connection.removeTitle", { name: row.name })} isOpen={isOpen} onClose={onClose}>
      <RemovalBody words={words} onRemove={remove} onClose={onClose}>
        {names === "" ? null : <p className={styles.breaks}>{text("mcpServer.removeValues", { names })}</p>}
      </RemovalBody>
    </RemovalDialog>
  );
}
