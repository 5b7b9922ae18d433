import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { Button } from "../button.tsx";
import { Picture } from "../pictures/picture.tsx";
import { useBlobAddress } from "../pictures/use-blob-address.ts";
import { Segments } from "../segments.tsx";
import { text } from "../text.ts";
import codeStyles from "./code-block.module.css";
import { CodeFigure } from "./code-figure.tsx";
import styles from "./diagram.module.css";
import type { Scheme } from "./diagram-theme.ts";
import type { DrawnDiagram } from "./draw-diagram.ts";
import { useScheme } from "./use-scheme.ts";

type Drawing =
  | { readonly kind: "drawing" }
  | { readonly kind: "failed"; readonly message: string }
  | ({ readonly kind: "drawn" } & DrawnDiagram);

/** What was drawn in this window, the newest last: a row of a chat that was out of sight comes back with its picture. */
const drawn = new Map<string, Drawing>();
const maxDrawn = 30;
/** A longer one is drawn when it is asked for: it may take a while. */
const maxByItself = 10_000;

async function draw(id: string, source: string, scheme: Scheme): Promise<Drawing> {
  let drawing: Drawing;
  try {
    const { drawDiagram } = await import("./draw-diagram.ts");
    drawing = { kind: "drawn", ...(await drawDiagram(id, source, scheme)) };
  } catch (cause) {
    drawing = { kind: "failed", message: cause instanceof Error ? cause.message : String(cause) };
  }
  drawn.set(`${scheme} ${source}`, drawing);
  for (const oldest of [...drawn.keys()].slice(0, -maxDrawn)) drawn.delete(oldest);
  return drawing;
}

/** In the colours of now; until they are drawn, as it was before. */
function useDrawing(source: string, isWanted: boolean): Drawing {
  const id = useId().replaceAll(/\W/g, "");
  const scheme = useScheme();
  const known = drawn.get(`${scheme} ${source}`);
  const [latest, setLatest] = useState<Drawing>({ kind: "drawing" });
  useEffect(() => {
    if (known !== undefined || !isWanted) return;
    let isCurrent = true;
    void draw(`diagram-${id}-${scheme}`, source, scheme).then((drawing) => {
      if (isCurrent) setLatest(drawing);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, known, isWanted, source, scheme]);
  return known ?? latest;
}

interface DiagramBlockProps {
  readonly title: string;
  readonly source: string;
  /** Its source, to be read. */
  readonly listing: ReactNode;
}

type Side = "diagram" | "source";
const sides = [
  ["diagram", "markdown.diagram"],
  ["source", "markdown.source"],
] as const satisfies readonly (readonly [Side, string])[];

/**
 * A Mermaid diagram. It is shown as a picture: a picture runs no script and loads nothing. Until it is drawn, and where it
 * cannot be, its source stands there. One component is for one source.
 */
export function DiagramBlock({ title, source, listing }: DiagramBlockProps) {
  const [isWanted, setWanted] = useState(source.length <= maxByItself);
  const [side, setSide] = useState<Side>("diagram");
  const drawing = useDrawing(source, isWanted);
  const choice =
    drawing.kind === "drawn" ? (
      <span className={styles.sides}>
        <Segments label={text("markdown.diagramView")} value={side} choices={sides} onChoose={setSide} />
      </span>
    ) : null;
  return (
    <CodeFigure title={title} source={source} acts={choice}>
      {drawing.kind === "drawn" && side === "diagram" ? <DiagramPicture diagram={drawing} /> : listing}
      {drawing.kind === "failed" ? (
        <p className={`${codeStyles.foot} ${styles.failed}`}>
          {text("markdown.notDrawn", { reason: drawing.message })}
        </p>
      ) : null}
      {isWanted ? null : (
        <div className={codeStyles.foot}>
          <Button kind="ghost" size="small" onClick={() => setWanted(true)}>
            {text("markdown.draw")}
          </Button>
        </div>
      )}
    </CodeFigure>
  );
}

function DiagramPicture({ diagram: { svg, width, height } }: { readonly diagram: DrawnDiagram }) {
  const bytes = useMemo(() => new Blob([svg], { type: "image/svg+xml" }), [svg]);
  const address = useBlobAddress(bytes);
  return (
    <div className={styles.diagram}>
      {address === null ? (
        <div style={{ width, height }} />
      ) : (
        <Picture
          address={address}
          alt={text("markdown.diagram")}
          width={width}
          height={height}
          className={styles.picture}
        />
      )}
    </div>
  );
}
