import { ok } from "../../src-preload/contract/result.ts";
import type { AskDesk } from "../mcp/asks/ask-desk.ts";
import type { DomainHandlers } from "./router.ts";

export function createAskHandlers(desk: Pick<AskDesk, "list" | "answer">): DomainHandlers<"ask"> {
  return {
    "ask.list": async () => ok({ asks: desk.list() }),
    async "ask.answer"(answer) {
      const answered = desk.answer(answer);
      return answered.ok ? ok({}) : answered;
    },
  };
}
