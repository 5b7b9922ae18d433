import type { Refusal } from "../../../src-preload/contract/refusals.ts";
import { assertNever } from "../../../src-preload/contract/result.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import styles from "./step-row.module.css";
import { readArguments, type Step } from "./turns.ts";

/** What the sandbox kept a command or a server from, with the way to have it all the same; and what a command made that others run. */
export function SandboxNote({ step }: { readonly step: Step }) {
  const { chatActs } = useWindow();
  const isGoing = usePick(chatActs.store, ({ goingOn }) => goingOn.length > 0);
  const details = step.result?.details;
  const refused = details?.refused ?? [];
  const acting = details?.acting ?? [];
  const isCommand = step.tool === "exec";
  const command = isCommand ? commandOf(step.arguments) : null;
  return (
    <>
      {refused.map((one) => (
        <p key={wordsOf(one)} className={styles.reason}>
          {wordsOf(one)}
        </p>
      ))}
      {acting.length === 0 ? null : (
        <p className={styles.reason}>{text("step.sandbox.acting", { paths: revealLine(acting.join(", ")) })}</p>
      )}
      {refused.length > 0 && !isCommand ? (
        <p className={styles.fix}>
          <a className="link" href={placeHref({ name: "connections", shown: null })}>
            {text("step.sandbox.atServer")}
          </a>
        </p>
      ) : null}
      {refused.length === 0 || command === null ? null : (
        <p className={styles.fix}>
          <Button size="small" disabled={isGoing} onClick={() => void chatActs.runOutside(command)}>
            {text("step.sandbox.outside")}
          </Button>
        </p>
      )}
    </>
  );
}

function commandOf(argumentsText: string): string | null {
  const args = readArguments(argumentsText);
  const command: unknown = typeof args === "object" && args !== null && "command" in args ? args.command : null;
  return typeof command === "string" ? command : null;
}

function wordsOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case "host":
      return text("step.sandbox.host", { host: revealLine(refusal.host) });
    case "network":
      return text("step.sandbox.network");
    case "write":
      return text("step.sandbox.write");
    default:
      return assertNever(refusal);
  }
}
