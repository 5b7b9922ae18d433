import { mentionsIn } from "./mentions.ts";
import { readPromptCall } from "./prompt-call.ts";

/** Whether a message does more than say something: a command, a prompt of a server, or a mention, which reads what a person alone lets be read. */
export function isMoreThanWords(message: string): boolean {
  return /^\s*\/[A-Za-z]/.test(message) || readPromptCall(message) !== null || mentionsIn(message).length > 0;
}
