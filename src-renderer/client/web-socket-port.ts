import type { FramePort } from "../../src-preload/contract/frame-connection.ts";

/** Frames over a WebSocket of the browser. Rejects when it cannot be opened. */
export function openWebSocketPort(url: string): Promise<FramePort> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => resolve(portOf(socket)), { once: true });
    socket.addEventListener("error", () => reject(new Error("the agent could not be reached")), { once: true });
  });
}

function portOf(socket: WebSocket): FramePort {
  return {
    send: (frame) => socket.send(frame),
    onFrame: (listener) => socket.addEventListener("message", (event) => listener(String(event.data))),
    onClose: (listener) => socket.addEventListener("close", listener, { once: true }),
    close: () => socket.close(),
  };
}
