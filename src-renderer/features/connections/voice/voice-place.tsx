import { usePick, useWindow } from "../../../state/context.ts";
import { Bones } from "../../../ui/bones.tsx";
import { Button } from "../../../ui/button.tsx";
import noteStyles from "../../../ui/note.module.css";
import pageStyles from "../../../ui/page.module.css";
import { text } from "../../../ui/text.ts";
import connectionStyles from "../connection.module.css";
import { PlaceBar } from "../place-bar.tsx";
import { VoiceChoice } from "./voice-choice.tsx";
import { VoiceTest } from "./voice-test.tsx";

/** Where speech is put into words: what is asked for it, its test, and where recordings go. */
export function VoicePlace() {
  const { transcription } = useWindow();
  const place = usePick(transcription.store, (state) => state.place);
  return (
    <section className={pageStyles.main} aria-label={text("place.connections")}>
      <PlaceBar hasSettings={false}>
        <h1 className="cut">{text("voice.title")}</h1>
      </PlaceBar>
      <div className={`${pageStyles.page} ${connectionStyles.page}`}>
        <p className="dim">{text("voice.whatItIs")}</p>
        {place.kind === "loading" ? <Bones rows={4} /> : null}
        {place.kind === "failed" ? (
          <div className={noteStyles.failed} role="alert">
            <span className="grow">{place.message}</span>
            <Button size="small" onClick={() => void transcription.load()}>
              {text("action.again")}
            </Button>
          </div>
        ) : null}
        {place.kind === "ready" ? (
          <>
            {place.chosen.kind === "broken" ? (
              <div className={noteStyles.failed} role="alert">
                <span className="grow">{place.chosen.message}</span>
              </div>
            ) : null}
            <VoiceChoice chosen={place.chosen} />
            {place.chosen.kind === "ready" ? <VoiceTest chosen={place.chosen} /> : null}
          </>
        ) : null}
      </div>
    </section>
  );
}
