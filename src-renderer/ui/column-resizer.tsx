import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import styles from "./column-resizer.module.css";

interface ColumnResizerProps {
  readonly label: string;
  /** Which edge of the window the column stands at. */
  readonly at: "start" | "end";
  /** The column's variables of the sheet that lays it out: its width, and the bounds that hold now. */
  readonly width: `--${string}`;
  readonly least: `--${string}`;
  readonly most: `--${string}`;
  /** The variable that a person's choice stands in, of the element around with `data-columns`. */
  readonly chosen: `--${string}`;
  /** Null: as wide as by itself. */
  readonly onChoose: (width: number | null) => void;
}

interface Sizes {
  readonly width: number;
  readonly least: number;
  readonly most: number;
}

const step = 16;

/** Both in px from the left edge of the page. */
interface Drag {
  readonly from: number;
  readonly width: number;
}

/** The edge of a column: dragged, moved by the arrow keys, Home and End; a double click or Enter takes the width back. */
export function ColumnResizer({ label, at, onChoose, ...names }: ColumnResizerProps) {
  const bar = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const sizes = useSizes(bar);
  const { least, most } = sizes;
  const outwards = at === "start" ? 1 : -1;
  const bounded = (width: number): number => Math.round(Math.min(Math.max(width, least), most));

  const dragged = ({ clientX }: PointerEvent, { from, width }: Drag): number =>
    bounded(width + (clientX - from) * outwards);
  const preview = (width: number | null): void => {
    const style = bar.current?.closest<HTMLElement>("[data-columns]")?.style;
    if (width === null) style?.removeProperty(names.chosen);
    else style?.setProperty(names.chosen, `${width}px`);
  };
  const choose = (width: number | null): void => {
    preview(width);
    onChoose(width);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const widths: Readonly<Record<string, number | null>> = {
      ArrowLeft: bounded(sizes.width - step * outwards),
      ArrowRight: bounded(sizes.width + step * outwards),
      Home: least,
      End: most,
      Enter: null,
    };
    const width = widths[event.key];
    if (width === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(width);
  };

  return (
    <div
      ref={bar}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={Math.round(sizes.width)}
      aria-valuemin={Math.round(least)}
      aria-valuemax={Math.round(most)}
      className={styles.bar}
      data-at={at}
      onKeyDown={onKeyDown}
      onDoubleClick={() => choose(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientX, width: sizes.width };
      }}
      onPointerMove={(event) => {
        if (drag.current !== null) preview(dragged(event, drag.current));
      }}
      onPointerUp={(event) => {
        const began = drag.current;
        drag.current = null;
        if (began !== null && event.clientX !== began.from) choose(dragged(event, began));
      }}
      onPointerCancel={() => {
        if (drag.current !== null) preview(drag.current.width);
        drag.current = null;
      }}
    >
      {(["width", "least", "most"] as const).map((which) => (
        <span key={which} className={styles.gauge} data-gauge={which} style={{ width: `var(${names[which]})` }} />
      ))}
    </div>
  );
}

/** What the sheet makes of the variables, in px: each has an element of that width, which nobody sees. */
function useSizes(bar: React.RefObject<HTMLDivElement | null>): Sizes {
  const [sizes, setSizes] = useState<Sizes>({ width: 0, least: 0, most: 0 });
  useEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const measure = (): void => {
      const of = (which: keyof Sizes): number =>
        element.querySelector(`[data-gauge="${which}"]`)?.getBoundingClientRect().width ?? 0;
      setSizes({ width: of("width"), least: of("least"), most: of("most") });
    };
    const observer = new ResizeObserver(measure);
    for (const gauge of element.children) observer.observe(gauge);
    return () => observer.disconnect();
  }, [bar]);
  return sizes;
}
