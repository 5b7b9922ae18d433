interface QuitParts {
  /** Whether a run is on. */
  readonly isBusy: () => Promise<boolean>;
  /** What the person wants of the runs that are on. */
  readonly ask: () => Promise<"stop" | "wait" | "cancel">;
  /** Ends the app; it may not be held up any more. What the system wants to end it does not wait for. */
  readonly quit: (by: "person" | "system") => void;
  /** The person waits for the end of the runs: the window goes. */
  readonly hide: () => void;
}

/** How the app ends. A run that is on is not cut off before the person has said so. */
export interface Quitting {
  /** The app may end now. */
  readonly isDecided: boolean;
  /** The person wants it to end. */
  request(): void;
  /** The system wants it to end, and waits for nobody's answer. */
  now(): void;
  /** The runs of the home are others now. */
  changed(): void;
  /** The person is back, or something keeps the window open: nothing is decided any more. */
  cancel(): void;
}

export function createQuitting({ isBusy, ask, quit, hide }: QuitParts): Quitting {
  let state: "on" | "asking" | "waiting" | "decided" = "on";
  const isDecided = (): boolean => state === "decided";
  const isWaiting = (): boolean => state === "waiting";

  function end(by: "person" | "system"): void {
    if (state === "decided") return;
    state = "decided";
    quit(by);
  }

  async function request(): Promise<void> {
    if (state === "asking" || state === "decided") return;
    state = "asking";
    if (!(await isBusy())) return end("person");
    const answer = await ask();
    if (isDecided()) return;
    if (answer === "stop") return end("person");
    state = answer === "wait" ? "waiting" : "on";
    if (answer !== "wait") return;
    hide();
    await look();
  }

  async function look(): Promise<void> {
    if (state !== "waiting" || (await isBusy())) return;
    // The person may have come back meanwhile.
    if (isWaiting()) end("person");
  }

  return {
    get isDecided() {
      return isDecided();
    },
    request: () => void request(),
    now: () => end("system"),
    changed: () => void look(),
    cancel() {
      if (isWaiting() || isDecided()) state = "on";
    },
  };
}
