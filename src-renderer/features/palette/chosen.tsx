import { CornerDownLeft } from "lucide-react";

/** Shown in the row that Enter opens. */
export function Chosen() {
  return <CornerDownLeft className="i chosen" aria-hidden="true" />;
}
