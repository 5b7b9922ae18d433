import type { ModelRequest, WireMessage } from "./model.ts";
import type { Quirks } from "./quirks.ts";

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
  if (quirks.sendsTemperature) body += `,"temperature":${JSON.stringify(parameters.temperature)}`;
  if (quirks.maxTokensField !== "none") body += `,"${quirks.maxTokensField}":${parameters.maxTokens}`;
  const effort = offersTools && quirks.effortWithTools === "none" ? "none" : parameters.reasoningEffort;
  if (effort !== null && quirks.sendsReasoningEffort) body += `,"reasoning_effort":${JSON.stringify(effort)}`;
  if (!options.isStream) return `${body},"stream":false}`;
  return quirks.sendsStreamOptions
    ? `${body},"stream":true,"stream_options":{"include_usage":true}}`
    : `${body},"stream":true}`;
}
