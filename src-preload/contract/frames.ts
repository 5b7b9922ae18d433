import type { ContractError } from "./errors.ts";
import type { Delivery, PerchEvent } from "./events.ts";
import { z } from "./zod.ts";

/*
 * What crosses a socket: one JSON object a line (local socket) or a message (WebSocket).
 */

export const requestFrameSchema = z.object({
  id: z.number().int().nonnegative(),
  route: z.string().max(100),
  input: z.unknown().optional(),
});
export type RequestFrame = z.infer<typeof requestFrameSchema>;

export type ResponseFrame =
  | { readonly id: number | null; readonly ok: true; readonly value: unknown }
  | { readonly id: number | null; readonly ok: false; readonly error: ContractError };

/** `reset` is sent as an event of its own, without a number. */
export type EventFrame = {
  readonly event: PerchEvent | { readonly type: "reset"; readonly epoch: string; readonly seq: number };
};

/** The largest frame a server takes, in bytes: a message of the largest size in UTF-8, escaped. */
export const maxFrameBytes = 32 * 1024 * 1024;

export function eventFrame(delivery: Delivery): EventFrame {
  return delivery.kind === "event"
    ? { event: delivery.event }
    : { event: { type: "reset", epoch: delivery.epoch, seq: delivery.seq } };
}
