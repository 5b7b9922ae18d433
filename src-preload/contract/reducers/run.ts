import type { PerchEvent } from "../events.ts";
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

function goingOn(step: StepView): StepView {
  return step.state === "waiting" ? { ...step, state: "running" } : step;
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
      waitingFor: [],
      retry: null,
      switched: null,
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
        ? { ...run, streaming: { ...run.streaming, text: run.streaming.text + event.text }, retry: null }
        : run;
    case "reasoning-delta":
      return run.streaming?.messageId === event.messageId
        ? { ...run, streaming: { ...run.streaming, reasoning: run.streaming.reasoning + event.text }, retry: null }
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
            state: "running",
            progress: "",
            durationMs: null,
          },
        ],
      };
    case "tool-progress":
      return changeStep(run, event.callId, (step) => ({
        ...step,
        progress: (step.progress + event.text).slice(-maxProgressChars),
      }));
    case "tool-end":
      return changeStep(run, event.callId, (step) => ({ ...step, state: event.status, durationMs: event.durationMs }));
    case "approval-request":
      return {
        ...changeStep(run, event.approval.callId, (step) => ({ ...step, state: "waiting" })),
        waitingFor: [...run.waitingFor, event.approval.approvalId],
      };
    case "approval-decision": {
      const waitingFor = run.waitingFor.filter((id) => id !== event.approvalId);
      // Calls that ask are made one after the other: the one that waited goes on, or ends at once.
      return { ...run, waitingFor, steps: waitingFor.length > 0 ? run.steps : run.steps.map(goingOn) };
    }
    case "run-end":
      return {
        ...run,
        streaming: null,
        waitingFor: [],
        retry: null,
        switched: null,
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
