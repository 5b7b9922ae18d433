import { Command } from "cmdk";
import { Cpu, File, MessageSquare, Search, SquareChevronRight } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref, readPlace } from "../../state/place.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import { keyWords } from "../../ui/keys.ts";
import { type TextKey, text } from "../../ui/text.ts";
import { Chosen } from "./chosen.tsx";
import { rank } from "./rank.ts";
import { ServerItems } from "./server-items.tsx";

/** What the window can do, as the palette shows it; handed in, so that there is one list of it. */
export interface PaletteAction {
  readonly label: string;
  /** "" where no key does it. */
  readonly keys: string;
  readonly run: () => void;
}

interface PaletteProps {
  readonly actions: readonly PaletteAction[];
}

/** Everything by name: chats, places, commands, models, files. `>` commands, `@` files, `#` chats. */
export function Palette({ actions }: PaletteProps) {
  const state = useWindow();
  const { overlay, chats, agent, chat, drafts, place } = state;
  const open = usePick(overlay, (now) => now.overlay === "palette");
  const rows = usePick(chats.store, (now) => now.rows);
  const models = usePick(agent.store, (now) => now.models);
  const current = usePick(chat.store, (now) => (now.kind === "none" ? null : now.key));
  const [query, setQuery] = useState("");
  const files = useFiles(query);
  useEffect(() => {
    if (open) {
      setQuery("");
      void agent.loadModels();
    }
  }, [open, agent]);

  const close = (): void => overlay.setState({ overlay: "none" });
  const act = (run: () => void) => () => {
    close();
    run();
  };
  const prefix = /^[>@#]/.exec(query)?.[0] ?? "";
  const search = query.slice(prefix.length);
  const shows = (sign: string): boolean => prefix === "" || prefix === sign;

  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog palette" aria-label="Command palette" aria-describedby={undefined}>
          <Dialog.Title className="sr">Command palette</Dialog.Title>
          <Command loop shouldFilter filter={(item, _query, keywords) => rank(item, keywords ?? [], search)}>
            <div className="ask">
              <Search className="i" aria-hidden="true" />
              <Command.Input
                value={query}
                onValueChange={setQuery}
                placeholder={text("palette.placeholder")}
                aria-label={text("palette.placeholder")}
              />
              <kbd className="cap" aria-hidden="true">
                esc
              </kbd>
            </div>
            <Command.List>
              <Command.Empty>{text("palette.none")}</Command.Empty>
              {shows("#") ? (
                <Command.Group heading={text("place.chats")}>
                  {rows.slice(0, 200).map((row) => (
                    <Command.Item
                      key={row.key}
                      value={`chat ${row.key}`}
                      keywords={[row.title]}
                      onSelect={act(() => place.go(readPlace(placeHref({ name: "chats", sessionKey: row.key }))))}
                    >
                      <MessageSquare className="i" aria-hidden="true" />
                      <span className="name cut">{chatTitle(row.title)}</span>
                      <span className="meta sm cut">{revealWords(row.preview)}</span>
                      <Chosen />
                    </Command.Item>
                  ))}
                </Command.Group>
              ) : null}
              {shows(">") ? (
                <Command.Group heading={text("palette.commands")}>
                  {actions.map((action) => (
                    <Command.Item
                      key={action.label}
                      value={`command ${action.label}`}
                      keywords={[action.label]}
                      onSelect={act(action.run)}
                    >
                      <SquareChevronRight className="i" aria-hidden="true" />
                      <span className="grow">{action.label}</span>
                      {action.keys === "" ? null : <kbd aria-hidden="true">{keyWords(action.keys)}</kbd>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ) : null}
              {prefix === "" ? <ServerItems act={act} /> : null}
              {shows("@") && current !== null && files.length > 0 ? (
                <Command.Group heading={text("palette.files")}>
                  {files.map((path) => (
                    <Command.Item
                      key={path}
                      value={`file ${path}`}
                      keywords={[path]}
                      onSelect={act(() =>
                        drafts.set(current, { ...drafts.of(current), text: `${drafts.of(current).text}@${path} ` }),
                      )}
                    >
                      <File className="i" aria-hidden="true" />
                      <span className="mono cut">{revealLine(path)}</span>
                      <Chosen />
                    </Command.Item>
                  ))}
                </Command.Group>
              ) : null}
              {prefix === "" && current !== null ? (
                <Command.Group heading={text("palette.models")}>
                  {models.map((model) => (
                    <Command.Item
                      key={model}
                      value={`model ${model}`}
                      keywords={[model]}
                      onSelect={act(
                        () =>
                          void state.client
                            .request("session.update", { sessionKey: current, patch: { model } })
                            .then(() => chat.reread(current)),
                      )}
                    >
                      <Cpu className="i" aria-hidden="true" />
                      <span className="mono cut">{model}</span>
                      <Chosen />
                    </Command.Item>
                  ))}
                </Command.Group>
              ) : null}
            </Command.List>
          </Command>
          <div className="hint" aria-hidden="true">
            <Hint sign=">" words="palette.hintCommands" />
            <Hint sign="@" words="palette.hintFiles" />
            <Hint sign="#" words="palette.hintChats" />
            <span className="grow" />
            <Hint sign="↑↓" words="palette.hintMove" />
            <Hint sign="↵" words="palette.hintOpen" />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Hint({ sign, words }: { readonly sign: string; readonly words: TextKey }) {
  return (
    <span>
      <kbd>{sign}</kbd> {text(words)}
    </span>
  );
}

function useFiles(query: string): readonly string[] {
  const { client, chat } = useWindow();
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    const open = chat.store.getState();
    const wanted = query.replace(/^@/, "");
    if (open.kind !== "open" || wanted === "" || /^[>#]/.test(query)) {
      setPaths([]);
      return;
    }
    let isCurrent = true;
    void client.request("file.find", { sessionKey: open.key, query: wanted, limit: 10 }).then((found) => {
      if (isCurrent && found.ok) setPaths(found.value.paths);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, chat, query]);
  return paths;
}

interface KeySheetProps {
  readonly keys: readonly { readonly label: string; readonly keys: string }[];
}

/** Every key of the window on one sheet. */
export function KeySheet({ keys }: KeySheetProps) {
  const { overlay } = useWindow();
  const open = usePick(overlay, (now) => now.overlay === "keyboard");
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : overlay.setState({ overlay: "none" }))}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <div className="head">
            <Dialog.Title asChild>
              <h2>{text("keys.title")}</h2>
            </Dialog.Title>
          </div>
          <dl className="in keys">
            {keys.map((entry) => (
              <div key={entry.label} className="pair">
                <dt>{entry.label}</dt>
                <dd>
                  <kbd className="cap">{keyWords(entry.keys)}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
