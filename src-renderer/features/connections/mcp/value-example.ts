import { text } from "../../../ui/text.ts";

/** What stands in an empty field for a value. */
export function valueExample(name: string): string {
  return text(name.toLowerCase() === "authorization" ? "mcpServer.bearer" : "connection.headerValue");
}
