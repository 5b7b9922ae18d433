import type { Mentioned } from "../../../src-preload/contract/mentioned.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { placeHref } from "../../state/place.ts";
import rowsStyles from "../../ui/fact-rows.module.css";
import { text } from "../../ui/text.ts";

/** What the last message named with an `@`, each with the tokens that it took of that message. */
export function MentionedParts({ mentioned }: { readonly mentioned: readonly Mentioned[] }) {
  if (mentioned.length === 0) return null;
  return (
    <section aria-label={text("context.mentioned")}>
      <h2 className="medium">{text("context.mentioned")}</h2>
      <dl className={rowsStyles.rows}>
        {mentioned.map((one) => (
          <div key={one.written}>
            <dt dir="auto">
              {one.sessionKey === null ? (
                revealLine(one.title)
              ) : (
                <a href={placeHref({ name: "chats", sessionKey: one.sessionKey })}>{revealLine(one.title)}</a>
              )}
              <span className="meta small">{aboutOf(one)}</span>
            </dt>
            <dd className="number">{one.tokens.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function aboutOf({ date, isCut, problem, stranger }: Mentioned): string {
  if (problem !== undefined) return ` ${problem}`;
  const facts = [
    ...(date === null ? [] : [new Date(date).toLocaleDateString()]),
    ...(isCut ? [text("context.mentionedCut")] : []),
    ...(stranger === undefined ? [] : [text("context.recalledStrange")]),
  ];
  return facts.length === 0 ? "" : ` ${facts.join(", ")}`;
}
