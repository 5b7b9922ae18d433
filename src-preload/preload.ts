import { contextBridge, type IpcRendererEvent, ipcRenderer } from "electron";
import type { Position } from "./contract/connection.ts";
import type { BridgeDelivery } from "./desktop-bridge.ts";
import { deliveryChannel, requestChannel, subscribeChannel } from "./desktop-channels.ts";

/** All that a page of the desktop app gets of the machine. */
contextBridge.exposeInMainWorld("perch", {
  request: (route: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(requestChannel, route, input),
  async subscribe(topics: readonly string[], listener: (delivery: BridgeDelivery) => void, since?: Position) {
    ipcRenderer.removeAllListeners(deliveryChannel);
    ipcRenderer.on(deliveryChannel, (_event: IpcRendererEvent, delivery: BridgeDelivery) => listener(delivery));
    const answer: unknown = await ipcRenderer.invoke(subscribeChannel, [...topics], since);
    return answer;
  },
});
