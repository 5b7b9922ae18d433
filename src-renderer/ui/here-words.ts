import { text } from "./text.ts";

/** What the agent says of a connection, for a page where the connection is: that way need not be told there. */
export function hereWords(message: string): string {
  return message.replaceAll(text("connection.theWayHere"), "");
}
