import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly words: string;
  /** The one thing to do there. */
  readonly children?: ReactNode;
}

/** A place with nothing in it yet: what it is for, and at most one thing to do. */
export function EmptyState({ icon: Icon, title, words, children }: EmptyStateProps) {
  return (
    <div className={styles.emptyState}>
      <span className={styles.icon}>
        <Icon className="icon" aria-hidden="true" />
      </span>
      <h2>{title}</h2>
      <p className="dim">{words}</p>
      {children === undefined ? null : <div className={styles.act}>{children}</div>}
    </div>
  );
}
