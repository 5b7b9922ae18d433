import { text } from "../settings/text.ts";
import { parseAgentCall } from "./agent-call.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { sendOneMessage } from "./one-message.ts";

/** `perch agent`: one message, or a conversation. */
export async function runAgent(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const call = await parseAgentCall(args, context);
  if (!call.ok) {
    context.say(call.error);
    context.say(text("cli.usage"));
    return 2;
  }
  if (call.value.message === null) {
    const { converse } = await import("./conversation.ts");
    return converse(call.value, context);
  }
  return sendOneMessage({ ...call.value, message: call.value.message }, context);
}
