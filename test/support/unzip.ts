import { openPromise } from "yauzl";

/** Every file of a zip by its name, as text. */
export async function contentsOf(path: string): Promise<ReadonlyMap<string, string>> {
  const zip = await openPromise(path, { autoClose: false });
  const contents = new Map<string, string>();
  try {
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk));
      contents.set(entry.fileName, Buffer.concat(chunks).toString("utf8"));
    }
  } finally {
    zip.close();
  }
  return contents;
}
