import type { PerchEvent } from "../events.ts";
import type { MessageId } from "../ids.ts";
import type { RunView, StepView } from "../run-view.ts";

const maxProgressChars = 20_000;

function changeStep(run: RunView, callId: string, change: (step: StepView) => StepView): RunView {
  return { ...run, steps: run.steps.map((step) => (step.callId === callId ? change(step) : step)) };
}

/** What a failed request had thought is no part of the answer. */
function askedAgain(run: RunView): RunView {
  const streaming = run.streaming === null ? null : { ...run.streaming, text: "", reasoning: "" };
  return { ...run, streaming, retry: null };
}

/** It speaks: it has thought until now. */
function thoughtEnded(thought: RunView["thought"], at: { readonly messageId: MessageId; readonly time: number }) {
  if (thought === null || thought.messageId !== at.messageId || thought.ms !== null) return thought;
  return { ...thought, ms: Math.max(0, at.time - thought.since) };
}

/** The next view of a run. Events of other runs and sessions leave it as it is. */
export function reduceRun(run: RunView | null, event: PerchEvent): RunView | null {
  if (event.type === "run-start") {
    return {
      runId: event.runId,
      sessionKey: event.sessionKey,
      model: event.model,
      startedAt: event.time,
      iteration: 0,
      steps: [],
      streaming: null,
      thought: null,
      waitingFor: [],
      retry: null,
      switched: null,
      endedAt: null,
      end: null,
    };
  }
  if (run === null || !("runId" in event) || event.runId !== run.runId) return run;
  switch (event.type) {
    case "iteration-start":
      return { ...run, iteration: event.iteration, retry: null };
    case "retry-start": {
      const { attempt, delayMs, message, time } = event;
      return { ...askedAgain(run), retry: { attempt, until: time + delayMs, message } };
    }
    case "model-switched":
      return { ...askedAgain(run), switched: { from: event.from, to: event.to, reason: event.reason } };
    case "message-start":
      return { ...run, streaming: { messageId: event.messageId, text: "", reasoning: "" }, retry: null };
    case "message-delta":
      return run.streaming?.messageId === event.messageId
        ? {
            ...run,
            streaming: { ...run.streaming, text: run.streaming.text + event.text },
            thought: thoughtEnded(run.thought, event),
            retry: null,
          }
        : run;
    case "reasoning-delta":
      return run.streaming?.messageId === event.messageId
        ? {
            ...run,
            streaming: { ...run.streaming, reasoning: run.streaming.reasoning + event.text },
            thought:
              run.thought?.messageId === event.messageId
                ? run.thought
                : { messageId: event.messageId, since: event.time, ms: null },
            retry: null,
          }
        : run;
    case "message-end":
      return { ...run, streaming: null };
    case "tool-start":
      return {
        ...run,
        steps: [
          ...run.steps.filter((step) => step.callId !== event.callId),
          {
            callId: event.callId,
            tool: event.tool,
            ...(event.label === undefined ? {} : { label: event.label }),
            ...(event.words === undefined ? {} : { words: event.words }),
            title: event.title,
            effect: event.effect,
            // It may have been asked about before it came up.
            state: run.waitingFor.some(({ callId }) => callId === event.callId) ? "waiting" : "running",
            progress: "",
            durationMs: null,
          },
        ],
      };
    case "tool-progress":
      return changeStep(run, event.callId, (step) => ({
        ...step,
        progress: (step.progress + event.text).slice(-maxProgressChars),
        ...(event.amount === undefined ? {} : { amount: event.amount }),
      }));
    case "tool-end":
      return {
        ...changeStep(run, event.callId, (step) => ({ ...step, state: event.status, durationMs: event.durationMs })),
        // Whatever ended it: nobody is waited for any more.
        waitingFor: run.waitingFor.filter(({ callId }) => callId !== event.callId),
      };
    case "approval-request":
      return {
        ...changeStep(run, event.approval.callId, (step) => ({ ...step, state: "waiting" })),
        waitingFor: [...run.waitingFor, { approvalId: event.approval.approvalId, callId: event.approval.callId }],
      };
    case "approval-decision": {
      const decided = run.waitingFor.find(({ approvalId }) => approvalId === event.approvalId);
      if (decided === undefined) return run;
      const next = changeStep(run, decided.callId, (step) =>
        step.state === "waiting" ? { ...step, state: "running" } : step,
      );
      return { ...next, waitingFor: run.waitingFor.filter((waiting) => waiting !== decided) };
    }
    case "run-end":
      return {
        ...run,
        streaming: null,
        waitingFor: [],
        retry: null,
        switched: null,
        endedAt: event.time,
        end: {
          reason: event.reason,
          text: event.text,
          usage: event.usage,
          ...(event.error === undefined ? {} : { error: event.error }),
        },
      };
    case "message-added":
      return run;
    default:
      return run;
  }
}
