import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  readonly title: string;
  readonly words: string;
  readonly children?: ReactNode;
}

/** A place with nothing in it yet: what it is for, and at most one thing to do. */
export function EmptyState({ title, words, children }: EmptyStateProps) {
  return (
    <div className={styles.emptyState}>
      <h2>{title}</h2>
      <p className="dim">{words}</p>
      {children}
    </div>
  );
}
