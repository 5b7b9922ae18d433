import type { FileHandle } from "node:fs/promises";
import type { FileSystem } from "../storage/file-system.ts";
import type { SessionSource } from "../storage/session-file/branch-reader.ts";

/** A session file for the length of one request: opened when the first byte is needed, closed at the end. */
export class LazySource implements AsyncDisposable {
  readonly #files: Pick<FileSystem, "open">;
  readonly #path: string;
  readonly #size: number;
  #handle: FileHandle | null = null;

  constructor(files: Pick<FileSystem, "open">, path: string, size: number) {
    this.#files = files;
    this.#path = path;
    this.#size = size;
  }

  /** Bytes of the file that count. */
  get size(): number {
    return this.#size;
  }

  async open(): Promise<SessionSource> {
    this.#handle ??= await this.#files.open(this.#path, "r");
    return { handle: this.#handle, size: this.#size };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }
}
