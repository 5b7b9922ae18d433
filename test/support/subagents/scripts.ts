import type { RecordedRequest, Script } from "../scripted-endpoint.ts";
import type { ScriptedReply } from "../scripted-reply.ts";

/** Whether a sub-agent asks: its system prompt says so. */
export function isChild({ body }: RecordedRequest): boolean {
  return JSON.stringify(body.messages[0]).includes("You are a sub-agent");
}

/** The task of the sub-agent that asks, as it stands in JSON. */
export function taskOf({ body }: RecordedRequest): string {
  return JSON.stringify(body.messages[1]?.content);
}

/** `parent` answers the chat by the number of its request (from 0), `child` the sub-agents. */
export function scripted(
  parent: readonly ScriptedReply[],
  child: (request: RecordedRequest) => ScriptedReply | Promise<ScriptedReply>,
): Script {
  let at = 0;
  return (request) => {
    if (isChild(request)) return child(request);
    at += 1;
    return parent[at - 1] ?? { text: "Nothing more." };
  };
}

export function spawn(args: object, id = "c1") {
  return { name: "spawn", arguments: { ...args }, id };
}
