import { text } from "../../ui/text.ts";

export function stepCount(count: number): string {
  return count === 1 ? text("chat.oneStep") : text("chat.steps", { count });
}
