import type { MessageError } from "../../src-preload/contract/records.ts";
import type { ModelError } from "../models/model.ts";

/** Why a model gave no answer, as a message keeps it. */
export function messageErrorOf({ kind, userMessage, reason }: ModelError): MessageError {
  return { code: kind, message: userMessage, ...(reason === undefined || reason === "" ? {} : { reason }) };
}
