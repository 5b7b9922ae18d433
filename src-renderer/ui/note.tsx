import { ChevronDown, ChevronRight, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import noteStyles from "./note.module.css";
import { text } from "./text.ts";

interface NoteProps {
  readonly tone: "plain" | "failed" | "needs";
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  /** One quiet line: why. */
  readonly cause?: ReactNode;
  /** What is not lost. */
  readonly safe?: string;
  /** The whole of it, folded. */
  readonly details?: string;
  /** Buttons; the first is the one to press. */
  readonly children?: ReactNode;
  /** For a screen reader, where it is found by name. */
  readonly label?: string;
  /** An error code, for programs. */
  readonly code?: string;
  readonly className?: string | undefined;
}

const tones = { plain: noteStyles.note, failed: noteStyles.failed, needs: noteStyles.needs } as const;

/** Something that a person should know of a run, and what can be done about it. */
export function Note({ tone, icon: Icon, title, cause, safe, details = "", children, ...rest }: NoteProps) {
  const { label, code, className = "" } = rest;
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const hasCause = cause !== undefined && cause !== "";
  return (
    <div
      className={`${tones[tone]} ${noteStyles.hasActs} ${className}`}
      {...(label === undefined ? {} : { role: "group", "aria-label": label })}
      {...(code === undefined ? {} : { "data-error": code })}
    >
      <Icon className="icon" aria-hidden="true" />
      <div className={noteStyles.words}>
        <p className={noteStyles.title}>{title}</p>
        {hasCause || safe !== undefined ? (
          <p className={noteStyles.cause}>
            {cause} {safe}
          </p>
        ) : null}
        {details === "" ? null : (
          <button type="button" className={noteStyles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Chevron className="icon chevron" aria-hidden="true" />
            {text("trouble.details")}
          </button>
        )}
        {isOpen ? <p className={`${noteStyles.details} typed`}>{details}</p> : null}
      </div>
      {children === undefined ? null : (
        <div className={hasCause ? `${noteStyles.acts} ${noteStyles.isBelow}` : noteStyles.acts}>{children}</div>
      )}
    </div>
  );
}
