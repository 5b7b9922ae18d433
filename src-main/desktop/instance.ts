import { join } from "node:path";
import { app } from "electron";
import { linkScheme } from "./deep-link.ts";
import { isLoginStart } from "./login-item.ts";
import { noticeOfMac } from "./notice-book.ts";
import { readHandedOver, readStartWords, type StartWords } from "./start-words.ts";

export interface Instance {
  /** False: another process has the desktop of this home, and was told what this start asks for. */
  readonly isFirst: boolean;
  readonly asked: StartWords;
  /** The notification that a person clicked to start the app, on macOS; null before the app is ready. */
  startedBy(): string | null;
  /** Hears starts that come later and links of macOS, with those that came before it listened. */
  listen(listener: (asked: StartWords) => void): void;
}

/**
 * One process a desktop. Before the app is ready: macOS tells a link that begins the app sooner. A home that the environment
 * names has a desktop of its own, in its folder: else a second home could not be opened beside the first.
 */
export function claimInstance({ home, isNamed }: { readonly home: string; readonly isNamed: boolean }): Instance {
  if (isNamed) app.setPath("userData", join(home, "desktop"));
  const words = readStartWords(process.argv.slice(1));
  const asked = { ...words, isHidden: words.isHidden || isLoginStart(process.platform) };
  const early: StartWords[] = [];
  let hear = (words: StartWords): void => void early.push(words);
  app.on("open-url", (event, link) => {
    event.preventDefault();
    hear({ links: [link], isHidden: false, asks: null });
  });
  let startedBy: string | null = null;
  app.once("ready", (_event, launchInfo) => {
    startedBy = noticeOfMac(launchInfo);
  });
  const isFirst = app.requestSingleInstanceLock({ ...asked });
  if (isFirst) {
    app.on("second-instance", (_event, _argv, _folder, data) => hear(readHandedOver(data)));
    if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  }
  return {
    isFirst,
    asked,
    startedBy: () => startedBy,
    listen(listener) {
      hear = listener;
      for (const words of early.splice(0)) listener(words);
    },
  };
}
