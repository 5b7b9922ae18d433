import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Media } from "../../../src-preload/contract/records.ts";
import { revealControls } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { changeLines } from "../../ui/change-lines.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import codeStyles from "../../ui/markdown/code-block.module.css";
import { ShownLines } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import { AttachedFile } from "./attached-file.tsx";
import attachedStyles from "./attached-files.module.css";
import styles from "./step-output.module.css";
import { readArguments, type Step } from "./turns.ts";

const noMedia: readonly Media[] = [];
const shownLines = 200;

/** What an opened step shows: its change, else its output; then its arguments. */
export function StepOutput({ step }: { readonly step: Step }) {
  const diff = step.result?.details?.diff;
  const output = step.result?.content ?? step.progress;
  return (
    <>
      {diff !== undefined && diff !== "" ? (
        <ShownLines body={changeLines(diff)} bodyKind="diff" />
      ) : (
        <Output
          output={output}
          file={step.result?.details?.resultFile}
          // A command and a server say what they say; of the others Perch words it for the model.
          isForModel={step.state !== "ok" && step.state !== "running" && step.result?.details?.exitCode === undefined}
        />
      )}
      <Brought media={step.result?.media ?? noMedia} />
      <Arguments argumentsText={step.arguments} />
    </>
  );
}

/** Pictures and sounds that came with the output. */
function Brought({ media }: { readonly media: readonly Media[] }) {
  const key = usePick(useWindow().chat.store, (open) => (open.kind === "none" ? null : open.key));
  if (media.length === 0 || key === null) return null;
  return (
    <ul className={attachedStyles.files} aria-label={text("details.pictures")}>
      {media.map((one) => (
        <li key={one.path}>
          <AttachedFile media={one} sessionKey={key} />
        </li>
      ))}
    </ul>
  );
}

function Arguments({ argumentsText }: { readonly argumentsText: string }) {
  // What is no JSON went wrong there.
  const [isOpen, setOpen] = useState(typeof readArguments(argumentsText) === "string");
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={styles.arguments}>
      <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron className="icon chevron" aria-hidden="true" />
        {text("step.arguments")}
      </button>
      {isOpen ? <pre tabIndex={0}>{revealControls(pretty(argumentsText))}</pre> : null}
    </div>
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
  /** Written for the model, and no output of anything. */
  readonly isForModel: boolean;
}

function Output({ output, file, isForModel }: OutputProps) {
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
        <span className="grow">{text(isForModel ? "step.fullText" : "step.output")}</span>
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
