import type { Socket } from "node:net";
import { StringDecoder } from "node:string_decoder";
import { maxFrameBytes } from "../../src-preload/contract/frames.ts";
import type { ServerPort } from "./frame-peer.ts";

/** Frames as lines over a local socket. A line over the limit ends the connection. */
export function createLinePort(socket: Socket): ServerPort {
  const decoder = new StringDecoder("utf8");
  let pieces: string[] = [];
  let pending = 0;
  let listener: (frame: string) => void = () => undefined;

  function received(chunk: Buffer): void {
    const piece = decoder.write(chunk);
    let from = 0;
    for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", from)) {
      const line = pieces.join("") + piece.slice(from, end);
      pieces = [];
      pending = 0;
      from = end + 1;
      if (line.trim() !== "") listener(line);
    }
    if (from === piece.length) return;
    pieces.push(piece.slice(from));
    pending += piece.length - from;
    if (pending > maxFrameBytes) socket.destroy();
  }

  socket.on("data", received);
  socket.on("error", () => socket.destroy());
  return {
    get unsentBytes() {
      return socket.writableLength;
    },
    send: (frame) => void (socket.writable && socket.write(`${frame}\n`)),
    onFrame(next) {
      listener = next;
    },
    onClose(next) {
      if (socket.closed) queueMicrotask(next);
      else socket.once("close", next);
    },
    close: () => socket.end(),
    drop: () => socket.destroy(),
  };
}
