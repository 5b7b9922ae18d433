import { Command } from "cmdk";
import { Plug } from "lucide-react";
import { usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { Chosen } from "./chosen.tsx";

interface ServerItemsProps {
  /** Closes the palette and does it. */
  readonly act: (run: () => void) => () => void;
}

/** The MCP servers by name, as the settings know them: looking for one starts none. */
export function ServerItems({ act }: ServerItemsProps) {
  const { agent, place } = useWindow();
  const servers = usePick(agent.store, (state) => state.settings?.tools.mcpServers);
  const names = Object.keys(servers ?? {});
  if (names.length === 0) return null;
  return (
    <Command.Group heading={text("mcpServer.servers")}>
      {names.map((name) => (
        <Command.Item
          key={name}
          value={`mcp ${name}`}
          keywords={[name]}
          onSelect={act(() => place.go({ name: "connections", shown: { kind: "mcp", name } }))}
        >
          <Plug className="i" aria-hidden="true" />
          <span className="name cut">{name}</span>
          <Chosen />
        </Command.Item>
      ))}
    </Command.Group>
  );
}
