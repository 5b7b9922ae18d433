import { AlignLeft, Ellipsis, Hash } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { CopyButton } from "../../ui/copy-button.tsx";
import menuStyles from "../../ui/menu.module.css";
import { text } from "../../ui/text.ts";
import { plainText } from "./plain-text.ts";

/** Copies an answer as it was written; the menu beside it also without its marks. */
export function CopyMenu({ markdown }: { readonly markdown: string }) {
  const copy = async (words: string): Promise<void> => navigator.clipboard.writeText(words);
  return (
    <>
      <CopyButton source={markdown} />
      <DropdownMenu.Root>
        <DropdownMenu.Trigger
          className="button ghost icon-only small"
          aria-label={text("chat.more")}
          title={text("chat.more")}
        >
          <Ellipsis size={14} aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={menuStyles.menu} align="start" sideOffset={4} collisionPadding={8}>
            <DropdownMenu.Item className={menuStyles.item} onSelect={() => void copy(plainText(markdown))}>
              <AlignLeft className="icon" aria-hidden="true" />
              {text("chat.copyText")}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menuStyles.item} onSelect={() => void copy(markdown)}>
              <Hash className="icon" aria-hidden="true" />
              {text("chat.copyMarkdown")}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  );
}
