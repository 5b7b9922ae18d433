import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createLinePort } from "../../../src-main/serve/line-port.ts";
import { maxFrameBytes } from "../../../src-preload/contract/frames.ts";
import { portOf } from "../../support/port-of.ts";

/** Two ends of a socket. */
async function createPair(): Promise<{ readonly near: Socket; readonly far: Socket }> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const near = connect(portOf(server), "127.0.0.1");
  const [far]: Socket[] = await once(server, "connection");
  if (far === undefined) throw new Error("nobody came");
  onTestFinished(() => void near.destroy());
  onTestFinished(() => void far.destroy());
  near.on("error", () => undefined);
  return { near, far };
}

it("a line of 32 MB is heard, and one that is longer ends the connection before it fills the memory", async () => {
  const { near, far } = await createPair();
  const port = createLinePort(far);
  const heard: number[] = [];
  const first = new Promise<void>((resolve) => {
    port.onFrame((frame) => {
      heard.push(frame.length);
      resolve();
    });
  });
  const closed = new Promise<void>((resolve) => port.onClose(resolve));
  near.write(Buffer.alloc(maxFrameBytes, "x"));
  near.write("\n");
  await first;
  near.write(Buffer.alloc(maxFrameBytes + 1, "x"));
  await closed;
  expect(heard).toEqual([maxFrameBytes]);
});
