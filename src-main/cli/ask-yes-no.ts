/** Asks on the terminal of a command, once; nothing typed, or its end, is a no. */
export async function askYesNo(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline");
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const { promise, resolve } = Promise.withResolvers<string>();
  prompt.on("close", () => resolve(""));
  prompt.on("SIGINT", () => prompt.close());
  prompt.question(question, resolve);
  const typed = await promise;
  prompt.close();
  return /^y(?:es)?$/i.test(typed.trim());
}
