import { useEffect, useRef, useState } from "react";
import type { McpDraft } from "../../../../src-preload/contract/mcp.ts";
import { useWindow } from "../../../state/context.ts";
import { Button } from "../../../ui/button.tsx";
import dialogStyles from "../../../ui/dialog.module.css";
import { hasMod } from "../../../ui/keys.ts";
import { text } from "../../../ui/text.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import styles from "../form.module.css";

const example = `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "server-filesystem", "~/Documents"]
    }
  }
}`;

interface PasteFormProps {
  readonly pasted: string;
  readonly onPaste: (words: string) => void;
  readonly onRead: (drafts: readonly McpDraft[]) => void;
  readonly onByHand: () => void;
}

/** The lines that a server's page shows. They are read as soon as they are pasted. */
export function PasteForm({ pasted, onPaste, onRead, onByHand }: PasteFormProps) {
  const { mcpServers } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const read = async (words: string): Promise<void> => {
    if (words.trim() === "") return;
    const found = await mcpServers.readDrafts(words);
    if (!found.ok) setProblem(found.error.message);
    else if (found.value.drafts.length === 0) setProblem(text("mcpServer.nothingRead"));
    else onRead(found.value.drafts);
  };
  return (
    <form
      className={`${dialogStyles.body} stack`}
      onSubmit={(event) => {
        event.preventDefault();
        void read(pasted);
      }}
    >
      <p className="dim">{text("mcpServer.whatItIs")}</p>
      <div className={styles.field}>
        <div className="medium">{text("mcpServer.paste")}</div>
        <TextArea
          ref={field}
          label={text("mcpServer.paste")}
          placeholder={example}
          rows={9}
          value={pasted}
          problem={problem}
          onChange={(words) => {
            setProblem(null);
            onPaste(words);
          }}
          onPaste={(event) => {
            // Into an empty field: it is all there is.
            if (pasted.trim() === "") void read(event.clipboardData.getData("text"));
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && hasMod(event)) void read(pasted);
          }}
        />
        <small>{text("mcpServer.pasteHint")}</small>
      </div>
      <div className="row">
        <Button kind="ghost" onClick={onByHand}>
          {text("mcpServer.byHand")}
        </Button>
        <span className="grow" />
        <Button kind="primary" type="submit" disabled={pasted.trim() === ""}>
          {text("mcpServer.lookAtIt")}
        </Button>
      </div>
    </form>
  );
}
