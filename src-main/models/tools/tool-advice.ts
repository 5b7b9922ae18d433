import type { TextKey } from "../../words.ts";

/** What a person does about an endpoint that takes no tools, told by its refusal: two servers take them when started so. */
export function toolAdvice(reason: string): TextKey {
  if (/--enable-auto-tool-choice/.test(reason)) return "diagnose.noTools.vllm";
  return /tool.*--jinja/i.test(reason) ? "diagnose.noTools.llamacpp" : "diagnose.noTools.fix";
}
