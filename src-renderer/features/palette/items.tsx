import { Command } from "cmdk";
import { CornerDownLeft, Cpu, File, MessageSquare, Plug, SquareChevronRight } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import { keyWords } from "../../ui/keys.ts";
import { text } from "../../ui/text.ts";
import styles from "./palette.module.css";

/** What the window can do, as the palette shows it; handed in, so that there is one list of it. */
export interface PaletteAction {
  readonly label: string;
  /** "" where no key does it. */
  readonly keys: string;
  readonly run: () => void;
}

const mostChats = 200;

/** Closes the palette, then does it. */
function useAct(): (run: () => void) => () => void {
  const { overlay } = useWindow();
  return (run) => () => {
    overlay.close();
    run();
  };
}

function useOpenKey(): SessionKey | null {
  return usePick(useWindow().chat.store, (now) => (now.kind === "none" ? null : now.key));
}

/** Shown in the row that Enter opens. */
function Chosen() {
  return <CornerDownLeft className={`icon ${styles.chosen}`} aria-hidden="true" />;
}

export function ChatItems() {
  const { chats, place } = useWindow();
  const rows = usePick(chats.store, (state) => state.rows);
  const act = useAct();
  return (
    <Command.Group heading={text("place.chats")}>
      {rows.slice(0, mostChats).map((row) => (
        <Command.Item
          key={row.key}
          value={`chat ${row.key}`}
          keywords={[row.title]}
          onSelect={act(() => place.go({ name: "chats", sessionKey: row.key }))}
        >
          <MessageSquare className="icon" aria-hidden="true" />
          <span className={`${styles.name} cut`}>{chatTitle(row.title)}</span>
          <span className="meta small cut">{revealWords(row.preview)}</span>
          <Chosen />
        </Command.Item>
      ))}
    </Command.Group>
  );
}

export function CommandItems({ actions }: { readonly actions: readonly PaletteAction[] }) {
  const act = useAct();
  return (
    <Command.Group heading={text("palette.commands")}>
      {actions.map((action) => (
        <Command.Item
          key={action.label}
          value={`command ${action.label}`}
          keywords={[action.label]}
          onSelect={act(action.run)}
        >
          <SquareChevronRight className="icon" aria-hidden="true" />
          <span className="grow">{action.label}</span>
          {action.keys === "" ? null : <kbd aria-hidden="true">{keyWords(action.keys)}</kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** The MCP servers by name, as the settings know them: looking for one starts none. */
export function ServerItems() {
  const { agent, place } = useWindow();
  const servers = usePick(agent.store, (state) => state.settings?.tools.mcpServers);
  const act = useAct();
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
          <Plug className="icon" aria-hidden="true" />
          <span className={`${styles.name} cut`}>{name}</span>
          <Chosen />
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** Files of the open chat's work folder; one that is chosen is named in what is being written. */
export function FileItems() {
  const { palette, composer } = useWindow();
  const current = useOpenKey();
  const paths = usePick(palette.files, (state) => state.paths);
  const act = useAct();
  if (current === null || paths.length === 0) return null;
  return (
    <Command.Group heading={text("palette.files")}>
      {paths.map((path) => (
        <Command.Item
          key={path}
          value={`file ${path}`}
          keywords={[path]}
          onSelect={act(() => composer.append(current, `@${path} `))}
        >
          <File className="icon" aria-hidden="true" />
          <span className="mono cut">{revealLine(path)}</span>
          <Chosen />
        </Command.Item>
      ))}
    </Command.Group>
  );
}

export function ModelItems() {
  const { agent, chatActs } = useWindow();
  const current = useOpenKey();
  const models = usePick(agent.store, (state) => state.models);
  const act = useAct();
  if (current === null) return null;
  return (
    <Command.Group heading={text("palette.models")}>
      {models.map((model) => (
        <Command.Item
          key={model}
          value={`model ${model}`}
          keywords={[model]}
          onSelect={act(() => void chatActs.update(current, { model }))}
        >
          <Cpu className="icon" aria-hidden="true" />
          <span className="mono cut">{model}</span>
          <Chosen />
        </Command.Item>
      ))}
    </Command.Group>
  );
}
