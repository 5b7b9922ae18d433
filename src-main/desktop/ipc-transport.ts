import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { fail } from "../../src-preload/contract/result.ts";
import type { BridgeDelivery } from "../../src-preload/desktop-bridge.ts";
import { deliveryChannel, requestChannel, subscribeChannel } from "../../src-preload/desktop-channels.ts";
import { text } from "../words.ts";
import { createPageLine, type PageLine } from "./page-line.ts";

/**
 * Answers the windows of the app and no other page: the sender must be the main frame of our own address. `connect`: a line to
 * the agent for one page, null while there is none.
 */
export function serveWindows(connect: () => Connection | null, isOurPage: (address: string) => boolean): void {
  const lines = new WeakMap<WebContents, PageLine>();

  function isOurs({ senderFrame, sender }: IpcMainInvokeEvent): boolean {
    return senderFrame !== null && senderFrame === sender.mainFrame && isOurPage(senderFrame.url);
  }

  function lineOf(contents: WebContents): PageLine {
    const known = lines.get(contents);
    if (known !== undefined) return known;
    const deliver = (delivery: BridgeDelivery): void => {
      if (!contents.isDestroyed()) contents.send(deliveryChannel, delivery);
    };
    const line = createPageLine(connect, deliver);
    lines.set(contents, line);
    contents.once("destroyed", () => line.end());
    return line;
  }

  const refused = () => fail(contractError("forbidden", text("desktop.foreignPage")));

  ipcMain.handle(requestChannel, (event, route: unknown, input: unknown) =>
    isOurs(event) ? lineOf(event.sender).request(String(route), input) : refused(),
  );
  ipcMain.handle(subscribeChannel, (event, topics: unknown, since: unknown) =>
    isOurs(event) ? lineOf(event.sender).subscribe(topics, since) : refused(),
  );
}
