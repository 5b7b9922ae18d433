import { RotateCw } from "lucide-react";
import type { TranscriptionPlace } from "../../../../src-preload/contract/transcription.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import type { SpeechTest } from "../../../state/transcription.ts";
import { Button } from "../../../ui/button.tsx";
import cardStyles from "../../../ui/card.module.css";
import { text } from "../../../ui/text.ts";
import { duration } from "../../../ui/time.ts";
import styles from "./voice.module.css";

type Ready = Extract<TranscriptionPlace, { kind: "ready" }>;

/** A short sound that is sent there, and where recordings go. */
export function VoiceTest({ chosen }: { readonly chosen: Ready }) {
  const { transcription } = useWindow();
  const test = usePick(transcription.store, (state) => state.test);
  return (
    <section className={cardStyles.card} aria-label={text("first.test")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("first.test")}</h2>
        <Button size="small" disabled={test.kind === "on"} onClick={() => void transcription.test()}>
          <RotateCw className="icon icon-small" aria-hidden="true" />
          {text(test.kind === "on" ? "connection.testing" : "first.testButton")}
        </Button>
      </div>
      <div className={`${cardStyles.body} ${styles.fields}`}>
        <div role="status">
          <TestWords test={test} />
        </div>
        <Destination chosen={chosen} />
      </div>
    </section>
  );
}

function TestWords({ test }: { readonly test: SpeechTest }) {
  switch (test.kind) {
    case "none":
      return <p className="meta">{text("voice.testWords")}</p>;
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

/** Where recordings go, and whether somebody agreed to that; it can be taken back. */
function Destination({ chosen }: { readonly chosen: Ready }) {
  const { agent, notify } = useWindow();
  const agreed = usePick(agent.store, (state) => state.settings?.transcription.agreedAddresses ?? []);
  const takeBack = async (): Promise<void> => {
    const agreedAddresses = agreed.filter((one) => one !== chosen.address);
    const problem = await agent.update({ transcription: { agreedAddresses } });
    if (problem !== null) notify(problem, "failed");
  };
  const { title, address, isLocal } = chosen;
  const place = text(isLocal ? "voice.goesLocal" : "voice.goesTo", { title, address });
  return (
    <div className="row">
      <p className={`grow ${styles.breaks}`}>
        {place} <span className="meta">{text(chosen.isAgreed ? "voice.agreed" : "voice.asksFirst")}</span>
      </p>
      {chosen.isAgreed ? (
        <Button size="small" onClick={() => void takeBack()}>
          {text("voice.askAgain")}
        </Button>
      ) : null}
    </div>
  );
}
