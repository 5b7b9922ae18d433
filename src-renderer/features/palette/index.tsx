import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { usePick, useWindow } from "../../state/context.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { keyWords } from "../../ui/keys.ts";
import { type TextKey, text } from "../../ui/text.ts";
import { ChatItems, CommandItems, FileItems, ModelItems, type PaletteAction, ServerItems } from "./items.tsx";
import keySheetStyles from "./key-sheet.module.css";
import styles from "./palette.module.css";
import { rank } from "./rank.ts";

interface PaletteProps {
  readonly actions: readonly PaletteAction[];
}

/** Everything by name: chats, places, commands, models, files. `>` commands, `@` files, `#` chats. */
export function Palette({ actions }: PaletteProps) {
  const { overlay, palette } = useWindow();
  const open = usePick(overlay.store, ({ kind }) => kind === "palette");
  const query = usePick(palette.store, (state) => state.query);
  const prefix = /^[>@#]/.exec(query)?.[0] ?? "";
  const search = query.slice(prefix.length);
  const shows = (sign: string): boolean => prefix === "" || prefix === sign;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : overlay.close())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogStyles.scrim} />
        <Dialog.Content
          className={`${dialogStyles.dialog} ${styles.palette}`}
          aria-label={text("palette.title")}
          aria-describedby={undefined}
        >
          <Dialog.Title className="screen-reader">{text("palette.title")}</Dialog.Title>
          <Command loop shouldFilter filter={(item, _query, keywords) => rank(item, keywords ?? [], search)}>
            <div className={styles.ask}>
              <Search className="icon" aria-hidden="true" />
              <Command.Input
                value={query}
                onValueChange={(typed) => void palette.ask(typed)}
                placeholder={text("palette.placeholder")}
                aria-label={text("palette.placeholder")}
              />
              <kbd className="key-cap" aria-hidden="true">
                esc
              </kbd>
            </div>
            <Command.List>
              <Command.Empty>{text("palette.none")}</Command.Empty>
              {shows("#") ? <ChatItems /> : null}
              {shows(">") ? <CommandItems actions={actions} /> : null}
              {prefix === "" ? <ServerItems /> : null}
              {shows("@") ? <FileItems /> : null}
              {prefix === "" ? <ModelItems /> : null}
            </Command.List>
          </Command>
          <Hints />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Hints() {
  return (
    <div className={styles.hint} aria-hidden="true">
      <Hint sign=">" words="palette.hintCommands" />
      <Hint sign="@" words="palette.hintFiles" />
      <Hint sign="#" words="palette.hintChats" />
      <span className="grow" />
      <Hint sign="↑↓" words="palette.hintMove" />
      <Hint sign="↵" words="palette.hintOpen" />
    </div>
  );
}

function Hint({ sign, words }: { readonly sign: string; readonly words: TextKey }) {
  return (
    <span>
      <kbd>{sign}</kbd> {text(words)}
    </span>
  );
}

interface KeySheetProps {
  readonly keys: readonly { readonly label: string; readonly keys: string }[];
}

/** Every key of the window on one sheet. */
export function KeySheet({ keys }: KeySheetProps) {
  const { overlay } = useWindow();
  const open = usePick(overlay.store, ({ kind }) => kind === "keys");
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : overlay.close())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogStyles.scrim} />
        <Dialog.Content className={dialogStyles.dialog} aria-describedby={undefined}>
          <div className={dialogStyles.head}>
            <Dialog.Title asChild>
              <h2>{text("keys.title")}</h2>
            </Dialog.Title>
          </div>
          <dl className={`${dialogStyles.body} ${keySheetStyles.keys}`}>
            {keys.map((entry) => (
              <div key={entry.label} className={keySheetStyles.pair}>
                <dt>{entry.label}</dt>
                <dd>
                  <kbd className="key-cap">{keyWords(entry.keys)}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
