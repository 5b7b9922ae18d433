import { contextBridge, type IpcRendererEvent, ipcRenderer } from "electron";
import type { Position } from "./contract/connection.ts";
import type { Delivery } from "./contract/events.ts";
import { deliveryChannel, requestChannel, subscribeChannel } from "./desktop-channels.ts";

/** All that a page of the desktop app gets of the machine. */
contextBridge.exposeInMainWorld("perch", {
  request: (route: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(requestChannel, route, input),
  async subscribe(topics: readonly string[], listener: (delivery: Delivery) => void, since?: Position) {
    ipcRenderer.removeAllListeners(deliveryChannel);
    ipcRenderer.on(deliveryChannel, (_event: IpcRendererEvent, delivery: Delivery) => listener(delivery));
    const answer: unknown = await ipcRenderer.invoke(subscribeChannel, [...topics], since);
    return answer;
  },
});
