import { AudioLines } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Media } from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import styles from "./recording-player.module.css";

/** A recording that went with a message. It is read when somebody wants to hear it, and plays where it is. */
export function RecordingPlayer({ media }: { readonly media: Media }) {
  const { recordings } = useWindow();
  const state = usePick(recordings.store, ({ loads }) => loads[media.path]);
  const name = revealLine(media.name ?? media.path);
  if (state?.kind === "ready") return <Sound name={name} address={state.address} />;
  return (
    <span className={styles.recording}>
      <button
        type="button"
        className="button small"
        disabled={state?.kind === "loading"}
        onClick={() => void recordings.read(media.path)}
      >
        <AudioLines className="icon icon-small" aria-hidden="true" />
        <span className="cut">{text("voice.play", { name })}</span>
      </button>
      {state?.kind === "failed" ? (
        <small className="tone-failed" role="alert">
          {state.message}
        </small>
      ) : null}
    </span>
  );
}

function Sound({ name, address }: { readonly name: string; readonly address: string }) {
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    player.current?.focus();
    // Where the browser wants one more press, its own button is there.
    player.current?.play().catch(() => undefined);
  }, []);
  return (
    <audio ref={player} className={styles.player} controls src={address} aria-label={name}>
      {/* Its words stand in the message. */}
      <track kind="captions" />
    </audio>
  );
}
