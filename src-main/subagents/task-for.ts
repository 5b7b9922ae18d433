import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { strangerOf } from "../../src-preload/contract/stranger.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { text } from "../words.ts";
import type { ChildTask } from "./child-runs.ts";
import type { SpawnRequest } from "./spawn-request.ts";

/** What a sub-agent works with: the folder and the mode of the run that asks for it, and its chat's model unless it is another agent. */
export function taskFor(
  loop: Pick<AgentLoop, "use">,
  { parent, runId, label, task, agent, isAttended }: SpawnRequest,
  key: SessionKey,
): AsyncResult<ChildTask> {
  return loop.use(parent, async ({ session, activeWork }) => {
    if (activeWork === null) return fail(contractError("cancelled", text("subagent.stopped")));
    const { mode, workFolder, allowedTools } = activeWork;
    const { model, profile, onlySkill } = session.settings;
    const read = session.context.map(strangerOf).findLast((stranger) => stranger !== null);
    return ok({
      key,
      label,
      task,
      settings: {
        parent,
        parentRun: runId,
        mode,
        workFolder,
        ...(agent === null && profile == null ? {} : { profile: agent ?? profile }),
        ...(onlySkill == null ? {} : { onlySkill }),
        ...(agent !== null || model == null ? {} : { model }),
      },
      // Never more than the run has that asks for it.
      ...(allowedTools === undefined ? {} : { allowedTools }),
      whenAsked: isAttended ? "wait" : "deny",
      stranger: read ?? session.past.earlier.stranger,
    });
  });
}
