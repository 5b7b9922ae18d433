import type { SearchSetup } from "../../../../src-preload/contract/web-search.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { text } from "../../../ui/text.ts";
import styles from "../card-fields.module.css";
import { TriedCard } from "../tried-card.tsx";

/** A plain word that is searched for, and where searches go. */
export function SearchTestCard({ chosen }: { readonly chosen: SearchSetup }) {
  const { webSearch } = useWindow();
  const test = usePick(webSearch.store, (state) => state.test);
  const { host } = chosen;
  return (
    <TriedCard test={test} untried={text("search.testWords")} onTry={() => void webSearch.test()}>
      <p className={styles.breaks}>{host === null ? text("search.goesNowhere") : text("search.goesTo", { host })}</p>
    </TriedCard>
  );
}
