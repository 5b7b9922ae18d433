import { useState } from "react";
import { revealControls } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import codeStyles from "../../ui/markdown/code-block.module.css";
import { ShownLines } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import styles from "./step-output.module.css";
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
      <details className={styles.arguments}>
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
  const { stepResults } = useWindow();
  const read = usePick(stepResults.store, ({ results }) => (file === undefined ? undefined : results[file]));
  const [isWhole, setWhole] = useState(false);
  const lines = output.split("\n");
  const shown = read?.lines ?? (isWhole ? lines : lines.slice(0, shownLines));
  const hidden = (read?.total ?? lines.length) - shown.length;

  const readMore = (): void => {
    if (file === undefined) setWhole(true);
    else void stepResults.readMore(file);
  };

  if (output === "") return <p className="meta small">{text("step.noOutput")}</p>;
  return (
    <div className={codeStyles.block}>
      <div className={codeStyles.head}>
        <span className="grow">{text("step.output")}</span>
        <CopyButton source={output} />
      </div>
      <pre tabIndex={0}>{revealControls(shown.join("\n"))}</pre>
      {hidden > 0 || (file !== undefined && read === undefined) ? (
        <div className={codeStyles.foot}>
          <Button kind="ghost" size="small" onClick={readMore}>
            {file !== undefined && read === undefined
              ? text("step.wholeOutput")
              : text("step.moreLines", { count: hidden })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
