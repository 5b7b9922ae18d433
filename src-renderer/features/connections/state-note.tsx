import { CircleX, KeyRound, Power } from "lucide-react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";

/** What is wrong with a connection, and the next step. Nothing where all is well or nothing is known. */
export function StateNote({ row }: { readonly row: ProviderRow }) {
  switch (row.state) {
    case "ready":
    case "unknown":
      return null;
    case "no-key":
      return <NoKey row={row} />;
    case "key-refused":
      return (
        <div className="note fail" role="alert">
          <CircleX className="i" aria-hidden="true" />
          <p className="grow">{row.message}</p>
          <KeyButton name={row.name} words={text("connection.replaceKey")} />
        </div>
      );
    case "not-running":
      return (
        <div className="note" role="status">
          <Power className="i" aria-hidden="true" />
          <p className="grow">
            <b className="b5">{text("connection.notRunningAt", { name: row.title, address: row.apiBase ?? "" })}</b>{" "}
            {text("connection.startIt")}
          </p>
          <AgainButton row={row} />
        </div>
      );
    case "failed":
      return (
        <div className="note fail" role="alert">
          <CircleX className="i" aria-hidden="true" />
          <p className="grow">{row.message}</p>
          <AgainButton row={row} />
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
    <div className="note" role="status">
      <KeyRound className="i" aria-hidden="true" />
      <p className="grow">
        <b className="b5">{text("connection.needsKey", { name: row.title })}</b>{" "}
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

function AgainButton({ row }: { readonly row: ProviderRow }) {
  const { models, providers } = useWindow();
  return (
    <Button size="small" onClick={() => void models.load(row.name, true).then(providers.load)}>
      {text("action.again")}
    </Button>
  );
}
