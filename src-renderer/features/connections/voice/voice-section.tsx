import type { TranscriptionPlace } from "../../../../src-preload/contract/transcription.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { shortName } from "../../../state/models.ts";
import listStyles from "../../../ui/list.module.css";
import { text } from "../../../ui/text.ts";
import { ConnectionItem } from "../connection-item.tsx";
import { useIsVoiceShown } from "../use-current.ts";

/** Where speech is put into words, in the list. */
export function VoiceSection() {
  const place = usePick(useWindow().transcription.store, (state) => state.place);
  const isCurrent = useIsVoiceShown();
  const { dot, side } = place.kind === "ready" ? standing(place.chosen) : ({ dot: "off", side: "" } as const);
  return (
    <section aria-label={text("voice.section")}>
      <div className={listStyles.section}>{text("voice.section")}</div>
      <ul>
        <ConnectionItem
          to={{ kind: "voice" }}
          title={text("voice.listed")}
          isCurrent={isCurrent}
          dot={dot}
          side={side}
        />
      </ul>
    </section>
  );
}

function standing(chosen: TranscriptionPlace) {
  if (chosen.kind === "none") return { dot: "off", side: text("voice.off") } as const;
  if (chosen.kind === "broken") return { dot: "failed", side: text("connection.failed") } as const;
  return { dot: "ok", side: shortName(chosen.modelId) } as const;
}
