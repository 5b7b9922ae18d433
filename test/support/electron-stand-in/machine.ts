import type { StandInMachine } from "./protocol.ts";

/** The machine that the test wants; a wrong one is a fault of the test. */
export const machine: StandInMachine = JSON.parse(process.env["STAND_IN_MACHINE"] ?? "{}");

if (machine.platform !== undefined) Object.defineProperty(process, "platform", { value: machine.platform });

/** Something that an event could be kept from doing. */
export function preventable(): { readonly event: { preventDefault(): void }; readonly isPrevented: () => boolean } {
  let isPrevented = false;
  return {
    event: {
      preventDefault: () => {
        isPrevented = true;
      },
    },
    isPrevented: () => isPrevented,
  };
}
