interface CloseFacts {
  readonly platform: NodeJS.Platform;
  /** An image in the tray shows that Perch is there. */
  readonly hasTray: boolean;
  readonly closeToTray: boolean;
  /** The person was asked what closing means. */
  readonly wasAsked: boolean;
}

/**
 * What a close of the window means: on macOS the app stays, as apps do there; elsewhere it ends, unless the person chose that it
 * stays in a tray that there is.
 */
export function decideClose({ platform, hasTray, closeToTray, wasAsked }: CloseFacts): "hide" | "ask" | "quit" {
  if (platform === "darwin") return "hide";
  if (!hasTray) return "quit";
  if (closeToTray) return "hide";
  return wasAsked ? "quit" : "ask";
}
