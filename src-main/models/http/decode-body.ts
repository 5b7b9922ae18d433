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
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes.subarray(0, limit - size));
    size += bytes.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
