import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Check } from "../../src-preload/contract/system.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { text } from "../words.ts";

/** Whether commands run confined; where they cannot, what to install. Nothing is tried where it is switched off. */
export async function checkSandbox(settings: Settings | null, { state }: Pick<Sandbox, "state">): Promise<Check> {
  const named = { id: "sandbox", name: text("doctor.sandbox") } as const;
  if (settings?.tools.exec.sandbox.mode === "off")
    return { ...named, state: "ok", message: text("doctor.sandbox.off") };
  const found = await state();
  if (found.kind === "ready") return { ...named, state: "ok", message: text("doctor.sandbox.ok") };
  const message = text("doctor.sandbox.unavailable", { reason: found.reason });
  return { ...named, state: "warning", message, ...(found.nextStep === null ? {} : { nextStep: found.nextStep }) };
}
