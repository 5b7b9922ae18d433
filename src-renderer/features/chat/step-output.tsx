import { useState } from "react";
import { revealControls } from "../../../src-preload/contract/reveal-controls.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ShownLines } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import { readArguments, type Step } from "./turns.ts";

const shownLines = 200;

/** What an opened step shows: its change, else its output; then its arguments. */
export function StepOutput({ step }: { readonly step: Step }) {
  const diff = step.result?.details?.diff;
  const output = step.result?.content ?? step.progress;
  return (
    <>
      {diff !== undefined && diff !== "" ? (
        <ShownLines body={diff} bodyKind="diff" />
      ) : (
        <Output output={output} file={step.result?.details?.resultFile} />
      )}
      <details className="arguments">
        <summary>{text("step.arguments")}</summary>
        <pre tabIndex={0}>{revealControls(pretty(step.arguments))}</pre>
      </details>
    </>
  );
}

function pretty(argumentsText: string): string {
  const args = readArguments(argumentsText);
  return typeof args === "string" ? args : JSON.stringify(args, null, 2);
}

interface OutputProps {
  readonly output: string;
  /** Where the whole of it lies, when the model got a part. */
  readonly file: string | undefined;
}

function Output({ output, file }: OutputProps) {
  const { chat, client, notify } = useWindow();
  const [read, setRead] = useState<{ readonly lines: readonly string[]; readonly total: number } | null>(null);
  const lines = output.split("\n");
  const shown = read?.lines ?? lines.slice(0, shownLines);
  const hidden = (read?.total ?? lines.length) - shown.length;

  const readMore = async (): Promise<void> => {
    if (file === undefined) {
      setRead({ lines, total: lines.length });
      return;
    }
    const open = chat.store.getState();
    if (open.kind !== "open") return;
    const sessionKey = open.key;
    const before = read?.lines ?? [];
    const page = await client.request("file.result", { sessionKey, path: file, from: before.length, lines: 1000 });
    if (page.ok) setRead({ lines: [...before, ...page.value.lines], total: page.value.total });
    else notify(page.error.message, "failed");
  };

  if (output === "") return <p className="meta sm">{text("step.noOutput")}</p>;
  return (
    <div className="code-block">
      <div className="head">
        <span className="grow">{text("step.output")}</span>
        <CopyButton source={output} />
      </div>
      <pre tabIndex={0}>{revealControls(shown.join("\n"))}</pre>
      {hidden > 0 || (file !== undefined && read === null) ? (
        <div className="foot">
          <Button kind="ghost" size="small" onClick={() => void readMore()}>
            {file !== undefined && read === null ? text("step.wholeOutput") : text("step.moreLines", { count: hidden })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
