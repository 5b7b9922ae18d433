import styles from "./bones.module.css";
import { text } from "./text.ts";

const widths = ["44%", "70%", "32%", "56%"] as const;

/** Stands for rows that are on their way: nothing for a moment, then grey bars in their shape. */
export function Bones({ rows }: { readonly rows: number }) {
  return (
    <div className={styles.bones} role="status" aria-label={text("action.loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <i key={String(row)} style={{ width: widths[row % widths.length] }} />
      ))}
    </div>
  );
}
