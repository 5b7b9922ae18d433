import { useEffect, useId, useState } from "react";
import { Button } from "../button.tsx";
import { text } from "../text.ts";
import codeStyles from "./code-block.module.css";
import styles from "./diagram.module.css";

type Picture = { readonly kind: "failed"; readonly message: string } | { readonly kind: "svg"; readonly svg: string };

/** What was asked for in this window, the newest last: a row of a chat that was out of sight comes back with its picture. */
const asked = new Map<string, Promise<Picture>>();
const maxAsked = 30;

function ask(id: string, source: string): Promise<Picture> {
  const picture = import("./draw-diagram.ts")
    .then(async ({ drawDiagram }): Promise<Picture> => ({ kind: "svg", svg: await drawDiagram(id, source) }))
    .catch(
      (cause: unknown): Picture => ({
        kind: "failed",
        message: cause instanceof Error ? cause.message : String(cause),
      }),
    );
  asked.delete(source);
  asked.set(source, picture);
  for (const oldest of [...asked.keys()].slice(0, -maxAsked)) asked.delete(oldest);
  return picture;
}

/**
 * A Mermaid diagram, drawn when asked. It is shown as a picture: a picture runs no script and loads nothing. One component
 * is for one source.
 */
export function Diagram({ source }: { readonly source: string }) {
  const id = useId().replaceAll(/\W/g, "");
  const [coming, setComing] = useState(asked.get(source) ?? null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void coming?.then((came) => {
      if (isCurrent) setPicture(came);
    });
    return () => {
      isCurrent = false;
    };
  }, [coming]);
  useEffect(() => {
    if (picture?.kind !== "svg") return;
    const made = URL.createObjectURL(new Blob([picture.svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  const draw = (): void => {
    setPicture(null);
    setComing(ask(`diagram-${id}`, source));
  };
  if (address !== null) return <img className={styles.diagram} src={address} alt={text("markdown.diagram")} />;
  const isDrawing = coming !== null && picture?.kind !== "failed";
  return (
    <div className={codeStyles.foot}>
      <Button kind="ghost" size="small" disabled={isDrawing} onClick={draw}>
        {text(isDrawing ? "markdown.drawing" : "markdown.draw")}
      </Button>
      {picture?.kind === "failed" ? <span className="tone-failed small cut">{picture.message}</span> : null}
    </div>
  );
}
