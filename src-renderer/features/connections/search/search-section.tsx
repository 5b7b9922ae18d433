import type { SearchSetup } from "../../../../src-preload/contract/web-search.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import listStyles from "../../../ui/list.module.css";
import { text } from "../../../ui/text.ts";
import { ConnectionItem } from "../connection-item.tsx";
import { useIsSearchShown } from "../use-current.ts";

/** Where the web is searched, in the list. */
export function SearchSection() {
  const setup = usePick(useWindow().webSearch.store, (state) => state.setup);
  const isCurrent = useIsSearchShown();
  const chosen = setup.kind === "ready" ? setup.chosen : null;
  return (
    <section aria-label={text("search.section")}>
      <div className={listStyles.section}>{text("search.section")}</div>
      <ul>
        <ConnectionItem
          to={{ kind: "search" }}
          title={text("search.listed")}
          isCurrent={isCurrent}
          dot={chosen === null || !isReady(chosen) ? "off" : "ok"}
          side={chosen?.providers.find(({ name }) => name === chosen.provider)?.title ?? ""}
        />
      </ul>
    </section>
  );
}

/** There is somebody to ask, and what they want is there. */
function isReady({ host, key }: SearchSetup): boolean {
  return host !== null && key !== "none" && key !== "lost";
}
