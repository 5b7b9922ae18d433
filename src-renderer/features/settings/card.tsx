import cardStyles from "../../ui/card.module.css";
import fieldStyles from "../../ui/field.module.css";

interface CardProps {
  readonly title: string;
  /** Beside the title. */
  readonly act?: React.ReactNode;
  readonly children: React.ReactNode;
}

/** A group of settings. */
export function Card({ title, act, children }: CardProps) {
  return (
    <section className={cardStyles.card} aria-label={title}>
      <div className={cardStyles.head}>
        <h2 className="grow">{title}</h2>
        {act}
      </div>
      <div className={`${cardStyles.body} ${fieldStyles.fields}`}>{children}</div>
    </section>
  );
}
