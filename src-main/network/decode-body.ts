import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** The body as it was before `content-encoding`; decoded piece by piece, so memory stays bounded. */
export function decodedBody(message: IncomingMessage): Readable {
  const decoder = decoderFor(message.headers["content-encoding"]);
  if (decoder === null) return message;
  message.on("error", (error) => decoder.destroy(error));
  message.on("aborted", () => decoder.destroy(new Error("the connection was closed in the middle of the answer")));
  // Also keeps a decoding error from being thrown while nobody reads yet.
  decoder.on("error", () => message.destroy());
  decoder.on("close", () => message.destroy());
  return message.pipe(decoder);
}

function decoderFor(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return null;
  }
}

/** The first `limit` bytes of a body as text; what is longer is cut off and the rest thrown away. */
export async function readLimited(body: Readable, limit: number): Promise<string> {
  return (await readBytes(body, limit)).toString("utf8");
}

/** A whole body as text; throws `OversizedBody` for one that is longer. The signal ends it at any time. */
export async function readWhole(body: Readable, limit: number, signal: AbortSignal): Promise<string> {
  const stop = () => body.destroy(new Error("aborted"));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const bytes = await readBytes(body, limit + 1);
    if (bytes.length > limit) throw new OversizedBody();
    return bytes.toString("utf8");
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** More came than was to be read. */
export class OversizedBody extends Error {}

/** The first `limit` bytes; a stream that is not read to its end is destroyed. */
export async function readBytes(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk).subarray(0, limit - size);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks);
}
