import { useEffect, useState } from "react";
import { useWindow } from "./context.ts";

export interface DetectedKey {
  /** The provider whose key it may be; null for one that nobody recognises. */
  readonly name: string | null;
  readonly isSure: boolean;
}

/** So few characters are no key yet. */
const leastChars = 6;

/** Whose key it may be, by how it begins; null before it is looked at. It is sent nowhere. */
export function useDetectedKey(key: string): DetectedKey | null {
  const { connections } = useWindow();
  const [detected, setDetected] = useState<DetectedKey | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setDetected(null);
    if (key.trim().length >= leastChars) {
      void connections.detect(key.trim()).then((found) => {
        if (isCurrent && found.ok) setDetected(found.value);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [connections, key]);
  return detected;
}
