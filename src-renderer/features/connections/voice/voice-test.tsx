import type { TranscriptionPlace } from "../../../../src-preload/contract/transcription.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { Button } from "../../../ui/button.tsx";
import { text } from "../../../ui/text.ts";
import styles from "../card-fields.module.css";
import { TriedCard } from "../tried-card.tsx";

type Ready = Extract<TranscriptionPlace, { kind: "ready" }>;

/** A short sound that is sent there, and where recordings go. */
export function VoiceTest({ chosen }: { readonly chosen: Ready }) {
  const { transcription } = useWindow();
  const test = usePick(transcription.store, (state) => state.test);
  return (
    <TriedCard test={test} untried={text("voice.testWords")} onTry={() => void transcription.test()}>
      <Destination chosen={chosen} />
    </TriedCard>
  );
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
