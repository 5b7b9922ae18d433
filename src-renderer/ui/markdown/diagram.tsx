import { useEffect, useId, useState } from "react";
import { Button } from "../button.tsx";
import { text } from "../text.ts";

type Drawn =
  | { readonly kind: "not-asked" | "drawing" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "drawn"; readonly address: string };

/** A Mermaid diagram, drawn when asked. It is shown as a picture: a picture runs no script and loads nothing. */
export function Diagram({ source }: { readonly source: string }) {
  const id = useId().replaceAll(/\W/g, "");
  const [drawn, setDrawn] = useState<Drawn>({ kind: "not-asked" });
  useEffect(() => () => {
    if (drawn.kind === "drawn") URL.revokeObjectURL(drawn.address);
  });
  const draw = async (): Promise<void> => {
    setDrawn({ kind: "drawing" });
    try {
      const { drawDiagram } = await import("./draw-diagram.ts");
      const svg = await drawDiagram(`diagram-${id}`, source);
      const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      setDrawn({ kind: "drawn", address });
    } catch (cause) {
      setDrawn({ kind: "failed", message: cause instanceof Error ? cause.message : String(cause) });
    }
  };
  if (drawn.kind === "drawn") return <img className="diagram" src={drawn.address} alt={text("markdown.diagram")} />;
  return (
    <div className="foot">
      <Button kind="ghost" size="small" disabled={drawn.kind === "drawing"} onClick={() => void draw()}>
        {text(drawn.kind === "drawing" ? "markdown.drawing" : "markdown.draw")}
      </Button>
      {drawn.kind === "failed" ? <span className="t-fail sm cut">{drawn.message}</span> : null}
    </div>
  );
}
