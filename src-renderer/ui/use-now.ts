import { useEffect, useState } from "react";

const secondMs = 1000;

/** Often enough for words that tell minutes. */
export const minuteMs = 60_000;

/** The time of now in milliseconds, anew each second or as often as it is wanted. */
export function useNow(everyMs = secondMs): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
