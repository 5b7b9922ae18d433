import type { ReactNode } from "react";
import { CopyButton } from "../copy-button.tsx";
import styles from "./code-block.module.css";

interface CodeFigureProps {
  readonly title: string;
  readonly source: string;
  /** Beside the title. */
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a listing: what it is, and a button that copies it. */
export function CodeFigure({ title, source, acts, children }: CodeFigureProps) {
  return (
    <figure className={styles.block}>
      <div className={styles.head}>
        <span className="grow cut">{title}</span>
        {acts}
        <CopyButton source={source} />
      </div>
      {children}
    </figure>
  );
}
