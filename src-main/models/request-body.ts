import type { ModelRequest, WireMessage } from "./model.ts";
import type { Quirks } from "./quirks.ts";
import type { ChatParams } from "./wire-types.ts";

export interface BodyOptions {
  readonly modelName: string;
  readonly quirks: Quirks;
  readonly isStream: boolean;
}

/** The request as JSON text: messages and tools are concatenated as they were serialised, never parsed again. */
export function requestBody(
  messages: readonly WireMessage[],
  request: Omit<ModelRequest, "messages">,
  options: BodyOptions,
): string {
  const { parameters, tools } = request;
  const { quirks } = options;
  const offersTools = quirks.takesTools && tools.list.length > 0;
  let body = `{"model":${JSON.stringify(options.modelName)},"messages":[`;
  let separator = "";
  for (const message of messages) {
    body += separator + message.json;
    separator = ",";
  }
  body += "]";
  if (offersTools) body += `,"tools":${tools.json}`;
  const effort = offersTools && quirks.effortWithTools === "none" ? "none" : parameters.reasoningEffort;
  const rest: Partial<ChatParams> = {
    ...(quirks.sendsTemperature ? { temperature: parameters.temperature } : {}),
    ...(quirks.maxTokensField === "none" ? {} : { [quirks.maxTokensField]: parameters.maxTokens }),
    ...(effort === null || !quirks.sendsReasoningEffort ? {} : { reasoning_effort: effort }),
    stream: options.isStream,
    ...(options.isStream && quirks.sendsStreamOptions ? { stream_options: { include_usage: true } } : {}),
  };
  return `${body},${JSON.stringify(rest).slice(1)}`;
}
