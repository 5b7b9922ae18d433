/** Characters that are held at most. */
const maxChars = 1024 * 1024;

/** What was written last, as it was written: the only copy where another program cuts the file. */
export class RecentLines {
  #writes: string[] = [];
  #chars = 0;

  add(written: string): void {
    this.#writes.push(written);
    this.#chars += written.length;
    while (this.#chars > maxChars && this.#writes.length > 1) this.#chars -= this.#writes.shift()?.length ?? 0;
  }

  all(): readonly string[] {
    return this.#writes
      .join("")
      .split("\n")
      .filter((line) => line !== "");
  }

  clear(): void {
    this.#writes = [];
    this.#chars = 0;
  }
}
