import { RotateCw } from "lucide-react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import type { ProviderTest } from "../../state/connections.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { shortName } from "../../state/models.ts";
import { Button } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import { providerStages, Stages } from "../../ui/stages.tsx";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import connectionStyles from "./connection.module.css";
import { useTest } from "./use-test.ts";

/** The same call that a chat makes, in five stages. */
export function TestCard({ row }: { readonly row: ProviderRow }) {
  const { connections } = useWindow();
  const test = usePick(connections.store, (state) => state.tests[row.name]);
  const { model, isPossible, run } = useTest(row);
  return (
    <section className={cardStyles.card} aria-label={text("first.test")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("first.test")}</h2>
        <span className="meta small cut">{testWords(test, model)}</span>
        <Button size="small" disabled={!isPossible} isBusy={test?.isOn === true} onClick={() => void run()}>
          <RotateCw className="icon icon-small" aria-hidden="true" />
          {text(test?.isOn === true ? "connection.testing" : "first.testButton")}
        </Button>
      </div>
      <div className={`${cardStyles.body} ${connectionStyles.cardBody}`}>
        <Stages
          label={text("first.test")}
          names={providerStages}
          stages={test?.stages ?? null}
          isOn={test?.isOn === true}
        />
      </div>
    </section>
  );
}

function testWords(test: ProviderTest | undefined, model: string | null): string {
  if (test?.at === undefined || test.at === null) {
    return model === null ? text("connection.willTestAny") : text("connection.willTest", { model: shortName(model) });
  }
  const time = new Date(test.at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  const took = test.stages.reduce((sum, stage) => sum + (stage.durationMs ?? 0), 0);
  return test.modelId === null
    ? text("connection.testedNone", { time, took: duration(took) })
    : text("connection.tested", { time, took: duration(took), model: shortName(test.modelId) });
}
