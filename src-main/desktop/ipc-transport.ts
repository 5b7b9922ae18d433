import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { Delivery } from "../../src-preload/contract/events.ts";
import { fail } from "../../src-preload/contract/result.ts";
import { deliveryChannel, requestChannel, subscribeChannel } from "../../src-preload/desktop-channels.ts";
import { createCaller, type HeldCaller } from "../api/caller.ts";
import type { Router } from "../api/router.ts";
import { text } from "../words.ts";

/** Answers the windows of the app and no other page: the sender must be the main frame of our own address. */
export function serveWindows(router: Router, isOurPage: (address: string) => boolean): void {
  const callers = new WeakMap<WebContents, HeldCaller>();

  function isOurs({ senderFrame, sender }: IpcMainInvokeEvent): boolean {
    return senderFrame !== null && senderFrame === sender.mainFrame && isOurPage(senderFrame.url);
  }

  function callerOf(contents: WebContents): HeldCaller {
    const known = callers.get(contents);
    if (known !== undefined) return known;
    const deliver = (delivery: Delivery): void => {
      if (!contents.isDestroyed()) contents.send(deliveryChannel, delivery);
    };
    const caller = createCaller({ channel: "desktop", senderId: "user", place: "window" }, deliver);
    callers.set(contents, caller);
    contents.once("destroyed", () => caller.end());
    return caller;
  }

  const refused = () => fail(contractError("forbidden", text("desktop.foreignPage")));

  ipcMain.handle(requestChannel, (event, route: unknown, input: unknown) =>
    isOurs(event) ? router.handle(String(route), input, callerOf(event.sender)) : refused(),
  );
  ipcMain.handle(subscribeChannel, async (event, topics: unknown, since: unknown) => {
    if (!isOurs(event)) return refused();
    const caller = callerOf(event.sender);
    const answer = await router.handle("events.subscribe", { topics, since }, caller);
    // What was missed comes behind the answer.
    setImmediate(() => caller.startEvents());
    return answer;
  });
}
