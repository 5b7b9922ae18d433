/** As `JSON.stringify` writes them: within a text each of these quotes has a backslash before it. */
const marks = [Buffer.from('"role":"user"'), Buffer.from('"role":"assistant"')] as const;
const longest = Math.max(...marks.map(({ length }) => length));

/** Counts the messages of the person and of Perch in a chat's file, chunk by chunk, without reading a line of it. */
export function createMessageCounter() {
  let count = 0;
  let tail = Buffer.alloc(0);
  return {
    push(chunk: Buffer): void {
      const joined = Buffer.concat([tail, chunk.subarray(0, longest - 1)]);
      // What lies over the border alone: neither the tail nor the chunk holds it whole.
      for (const mark of marks) {
        for (let at = joined.indexOf(mark); at !== -1; at = joined.indexOf(mark, at + 1)) {
          if (at < tail.length && at + mark.length > tail.length) count += 1;
        }
        for (let at = chunk.indexOf(mark); at !== -1; at = chunk.indexOf(mark, at + mark.length)) count += 1;
      }
      tail = Buffer.concat([tail, chunk]).subarray(-(longest - 1));
    },
    get count() {
      return count;
    },
  };
}
