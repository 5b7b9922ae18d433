import { CircleX, KeyRound, MessageCircle, Power } from "lucide-react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { hereWords } from "../../ui/here-words.ts";
import noteStyles from "../../ui/note.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./connection.module.css";
import { useTest } from "./use-test.ts";

/** What was wrong; in short, or "" where nothing short is given, where the test below says it at length. */
function useWords({ name, state, message }: ProviderRow, short: TextKey | null): string {
  const { connections } = useWindow();
  const test = usePick(connections.store, ({ tests }) => tests[name]);
  const failed = test?.stages.find((stage) => stage.state === "failed");
  const isToldBelow = failed !== undefined && (failed.message === message || state === "talks-only");
  if (isToldBelow && short === null) return "";
  return isToldBelow && short !== null ? text(short) : hereWords(message);
}

/** What is wrong with a connection, and the next step. Nothing where all is well or nothing is known. */
export function StateNote({ row }: { readonly row: ProviderRow }) {
  const refused = useWords(row, "connection.keyWasRefused");
  const failed = useWords(row, null);
  const talks = useWords(row, "connection.onlyTalks");
  switch (row.state) {
    case "ready":
    case "not-tested":
      return null;
    case "talks-only":
      return (
        <div className={`${noteStyles.note} ${styles.note}`} role="status">
          <MessageCircle className="icon" aria-hidden="true" />
          <p className="grow">{talks}</p>
        </div>
      );
    case "no-key":
      return <NoKey row={row} />;
    case "key-refused":
      return (
        <div className={`${noteStyles.failed} ${styles.note}`} role="alert">
          <CircleX className="icon" aria-hidden="true" />
          <p className="grow">{refused}</p>
          <KeyButton name={row.name} words={text("connection.replaceKey")} />
        </div>
      );
    case "not-running":
      return (
        <div className={`${noteStyles.note} ${styles.note}`} role="status">
          <Power className="icon" aria-hidden="true" />
          <p className="grow">
            <b className="medium">{text("connection.notRunningAt", { name: row.title, address: row.apiBase ?? "" })}</b>{" "}
            {text("connection.startIt")}
          </p>
          <AgainButton row={row} />
        </div>
      );
    case "failed":
      // The test below has said it, and can be made again there.
      if (failed === "") return null;
      return (
        <div className={`${noteStyles.failed} ${styles.note}`} role="alert">
          <CircleX className="icon" aria-hidden="true" />
          <p className="grow">{failed}</p>
          <TestButton row={row} />
        </div>
      );
    default: {
      const never: never = row.state;
      return never;
    }
  }
}

function NoKey({ row }: { readonly row: ProviderRow }) {
  return (
    <div className={`${noteStyles.note} ${styles.note}`} role="status">
      <KeyRound className="icon" aria-hidden="true" />
      <p className="grow">
        <b className="medium">{text("connection.needsKey", { name: row.title })}</b>{" "}
        {row.keyVariable === null ? null : text("connection.orVariable", { variable: row.keyVariable })}
      </p>
      <KeyButton name={row.name} words={text("connection.setKey")} />
    </div>
  );
}

/** Goes to the field of the key, which lies in the right column. */
function KeyButton({ name, words }: { readonly name: string; readonly words: string }) {
  const { preferences, connections } = useWindow();
  return (
    <Button
      size="small"
      onClick={() => {
        preferences.setState({ details: true });
        connections.typeKey(name);
      }}
    >
      {words}
    </Button>
  );
}

/** Its list alone would not make it good. */
function TestButton({ row }: { readonly row: ProviderRow }) {
  const { run } = useTest(row);
  return (
    <Button size="small" onClick={() => void run()}>
      {text("connection.testAgain")}
    </Button>
  );
}

function AgainButton({ row }: { readonly row: ProviderRow }) {
  const { models, providers } = useWindow();
  return (
    <Button size="small" onClick={() => void models.load(row.name, true).then(providers.load)}>
      {text("action.again")}
    </Button>
  );
}
