import { FolderSearch } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./button.tsx";
import { text } from "./text.ts";

interface PickFolderProps {
  /** Asks with the system's own dialogue; null where the person chose nothing. */
  readonly pick: () => Promise<string | null>;
  readonly onPicked: (path: string) => unknown;
}

/** A folder by the dialogue of the system, where there is one: in the desktop app. */
export function PickFolder({ pick, onPicked }: PickFolderProps) {
  const [isAsking, setAsking] = useState(false);
  if (window.perch === undefined) return null;
  const ask = async (): Promise<void> => {
    // One dialogue at a time.
    if (isAsking) return;
    setAsking(true);
    const path = await pick();
    setAsking(false);
    if (path !== null) onPicked(path);
  };
  return (
    <IconButton label={text("folder.pick")} aria-busy={isAsking} onClick={() => void ask()}>
      <FolderSearch className="icon" aria-hidden="true" />
    </IconButton>
  );
}
