import { RefreshCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { useWindow } from "../../state/context.ts";
import type { Fix } from "../../state/first-run-view.ts";
import { shortName } from "../../state/models.ts";
import { Button } from "../../ui/button.tsx";
import { providerStages, Stages } from "../../ui/stages.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./first-run.module.css";
import { useBegin } from "./use-begin.ts";
import type { ShownRun } from "./use-first-run.ts";

/** The call that a chat makes, with what is chosen; and what can be done where it failed. */
export function TestPart({ run }: { readonly run: ShownRun }) {
  const { firstRun } = useWindow();
  const { chosen, modelId, tested, isBusy, canTest, fix } = run;
  const own = useRef<HTMLDivElement>(null);
  const stages = tested?.stages ?? null;
  // What it says may lie below the edge of a low window.
  useEffect(() => {
    if (stages !== null) own.current?.scrollIntoView({ block: "nearest" });
  }, [stages]);
  if (chosen === null) return null;
  return (
    <div className={styles.test} ref={own}>
      <div className="row">
        <h2 className="medium grow cut">
          {modelId === null ? text("first.test") : text("first.testOf", { model: shortName(modelId) })}
        </h2>
        <Button
          disabled={!canTest && !isBusy}
          aria-disabled={isBusy}
          onClick={() => (isBusy ? undefined : void firstRun.test())}
        >
          <RefreshCw className="icon icon-small" aria-hidden="true" />
          {text(isBusy ? "connection.testing" : "first.testButton")}
        </Button>
      </div>
      {stages === null && !isBusy ? null : (
        <Stages label={text("first.test")} names={providerStages} stages={stages} isOn={isBusy} />
      )}
      {fix === null ? null : <FixButtons run={run} fix={fix} />}
    </div>
  );
}

const fixWords = {
  key: "first.fix.key",
  address: "first.fix.address",
  model: "first.fix.model",
} as const satisfies Readonly<Record<string, TextKey>>;

/** The next step of a failure, and a way past it. */
function FixButtons({ run, fix }: { readonly run: ShownRun; readonly fix: Fix }) {
  const { firstRun } = useWindow();
  const { hasFolder, go } = useBegin(run.isBusy);
  return (
    <div className={styles.fixes}>
      {fix.kind === "field" ? (
        <Button size="small" onClick={() => firstRun.focus(fix.field)}>
          {text(fixWords[fix.field])}
        </Button>
      ) : null}
      <Button size="small" onClick={() => void firstRun.test()}>
        {text("action.again")}
      </Button>
      {run.canGoOn ? (
        <Button kind="ghost" size="small" disabled={!hasFolder} onClick={() => void go(firstRun.start)}>
          {text("first.goOn")}
        </Button>
      ) : null}
    </div>
  );
}
