import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import styles from "./card-fields.module.css";

/** How a test stands. */
type Tried =
  | { readonly kind: "none" }
  | { readonly kind: "on" }
  /** It could not even be asked for. */
  | { readonly kind: "untold"; readonly message: string }
  | { readonly kind: "passed"; readonly tookMs: number; readonly message: string }
  | { readonly kind: "failed"; readonly tookMs: number; readonly message: string; readonly nextStep: string };

interface TriedCardProps {
  readonly test: Tried;
  /** What the test does, before it is done. */
  readonly untried: string;
  readonly onTry: () => void;
  readonly children: ReactNode;
}

/** A test by a press, what came of it, and below that where things go. */
export function TriedCard({ test, untried, onTry, children }: TriedCardProps) {
  return (
    <section className={cardStyles.card} aria-label={text("first.test")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("first.test")}</h2>
        <Button size="small" isBusy={test.kind === "on"} onClick={onTry}>
          <RotateCw className="icon icon-small" aria-hidden="true" />
          {text(test.kind === "on" ? "connection.testing" : "first.testButton")}
        </Button>
      </div>
      <div className={`${cardStyles.body} ${styles.fields}`}>
        <div role="status">
          <TestWords test={test} untried={untried} />
        </div>
        {children}
      </div>
    </section>
  );
}

function TestWords({ test, untried }: Pick<TriedCardProps, "test" | "untried">) {
  switch (test.kind) {
    case "none":
      return <p className="meta">{untried}</p>;
    case "on":
      return <p className="meta">{text("connection.testing")}</p>;
    case "untold":
      return <p className="tone-failed">{test.message}</p>;
    case "passed":
      return (
        <p>
          {test.message} <span className="meta">{duration(test.tookMs)}</span>
        </p>
      );
    case "failed":
      return (
        <>
          <p className="tone-failed">{test.message}</p>
          <p>{test.nextStep}</p>
        </>
      );
    default: {
      const never: never = test;
      return never;
    }
  }
}
