import { type JobDraft, jobDraftSchema, jobIdSchema, type Schedule } from "../../src-preload/contract/automations.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, assertNever } from "../../src-preload/contract/result.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { JobStore } from "../automations/job-store.ts";
import type { Schedules } from "../automations/schedules.ts";
import type { Subject } from "../policy/subject.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";

interface CronToolParts {
  readonly store: JobStore;
  /** Where the jobs are kept. */
  readonly path: string;
  readonly schedules: Schedules;
  /** A process stays and runs what is due. */
  readonly isResident: () => boolean;
}

const input = () =>
  z.object({
    action: z.enum(["add", "list", "remove", "pause"]),
    kind: z.enum(["reminder", "task"]).optional(),
    name: z.string().optional(),
    prompt: z.string().optional(),
    when: z.string().optional().describe("in 20 minutes; every weekday at 9; cron"),
    id: z.string().optional(),
  });
type Input = z.infer<ReturnType<typeof input>>;

/** Jobs and reminders, as the model makes and lists them. */
export function createCronTool(parts: CronToolParts): Tool {
  return defineTool({
    name: "cron",
    description: "Jobs at a time: a reminder is said, a task done without this chat.",
    words: { doing: "step.doing.cron", done: "step.cron", object: "when", noObject: "the jobs" },
    asks: "approval.title.cron",
    effect: "write",
    repeatSafe: false,
    input,
    subject: async (asked) => subjectOf(asked, parts),
    run: (asked, context) => run(asked, context, parts),
  });
}

/** The person sees each job in its list and can change it there: as with the memory, only strangers make a change be asked. */
async function subjectOf({ action, id, when, prompt }: Input, { path, store }: CronToolParts): Promise<Subject> {
  const own = { kind: "path", path, admitted: true, secret: null, acts: null, isMemory: true } as const;
  if (action === "list") return { ...own, access: "read", preview: { kind: "text", text: "" } };
  const jobs = action === "add" ? null : await store.list();
  const named = jobs?.ok === true ? jobs.value.find((job) => job.id === id)?.name : undefined;
  const text = action === "add" ? `${when ?? ""}\n${prompt ?? ""}` : `${action}: ${named ?? id ?? ""}`;
  return { ...own, access: "write", preview: { kind: "text", text } };
}

async function run(asked: Input, context: ToolContext, parts: CronToolParts): Promise<ToolResult> {
  switch (asked.action) {
    case "add":
      return add(asked, context, parts);
    case "list":
      return list(parts);
    case "remove":
      return about(asked, (id) => parts.store.remove(id), "Removed");
    case "pause":
      return about(asked, (id) => parts.store.change(id, { state: "off" }), "Paused");
    default:
      return assertNever(asked.action);
  }
}

async function add(asked: Input, { sessionKey }: ToolContext, parts: CronToolParts): Promise<ToolResult> {
  if (isUnattendedKey(sessionKey)) return failure("A job makes no jobs. Tell the user what you would have planned.");
  if (asked.prompt === undefined || asked.prompt.trim() === "") {
    return failure("There is no prompt: say what is to be said or done, and try again.");
  }
  const read = await parts.schedules.read(asked.when ?? "");
  if (!read.ok) return failed(read.error);
  const { schedule } = read.value;
  const kind = asked.kind ?? "task";
  const draft = draftOf(asked.name ?? asked.prompt, asked.prompt, { kind, schedule, deliverTo: sessionKey });
  const added = await parts.store.add(draft, sessionKey, kind === "reminder" ? "on" : "off");
  if (!added.ok) return failed(added.error);
  const [next] = parts.schedules.times(schedule);
  const when = next === undefined ? "at once" : new Date(next).toISOString();
  const then =
    kind === "reminder" ? `It is on; next ${when}.` : "It is off until the user tries it once on the page Automations.";
  const gone = parts.isResident() ? "" : " Nothing runs it while the app is closed: tell the user.";
  return { kind: "done", content: `Added job ${added.value.id} “${added.value.name}”. ${then}${gone}` };
}

/** With what is usual for all that was not said. */
function draftOf(
  name: string,
  prompt: string,
  rest: Pick<JobDraft, "deliverTo" | "kind"> & { schedule: Schedule },
): JobDraft {
  const short = name.replaceAll(/\s+/g, " ").trim();
  return jobDraftSchema.parse({ name: short.length > 60 ? `${short.slice(0, 59)}…` : short, prompt, ...rest });
}

async function list({ store, schedules }: CronToolParts): Promise<ToolResult> {
  const jobs = await store.list();
  if (!jobs.ok) return failed(jobs.error);
  const lines = jobs.value.map(({ id, name, state, schedule }) => {
    const [next] = state === "on" ? schedules.times(schedule) : [];
    const due = next === undefined ? "" : `, next ${new Date(next).toISOString()}`;
    return `- ${id} “${name}” ${state}${due}: ${scheduleText(schedule)}`;
  });
  return { kind: "done", content: lines.length === 0 ? "There are no jobs." : lines.join("\n") };
}

function scheduleText(schedule: Schedule): string {
  if (schedule.kind === "at") return schedule.at;
  return schedule.kind === "every"
    ? `every ${schedule.minutes} minutes`
    : `${schedule.expression} ${schedule.timezone}`;
}

type Changed = Awaited<AsyncResult<{ readonly id: string; readonly name: string }>>;

async function about(
  { id }: Input,
  change: (id: ReturnType<typeof jobIdSchema.parse>) => Promise<Changed>,
  verb: string,
): Promise<ToolResult> {
  const read = jobIdSchema.safeParse(id);
  if (!read.success) return failure("Name the job by its id: list the jobs first.");
  const changed = await change(read.data);
  return changed.ok ? { kind: "done", content: `${verb}: ${changed.value.name}` } : failed(changed.error);
}

function failed({ message }: ContractError): ToolResult {
  return failure(message);
}
