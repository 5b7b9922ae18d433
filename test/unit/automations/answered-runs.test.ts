import { describe, expect, it, vi } from "vitest";
import { type JobDraft, jobDraftSchema } from "../../../src-preload/contract/automations.ts";
import { createAgentBench } from "../../support/agent-bench.ts";
import { record, terminal, value } from "../../support/test-home.ts";

/** A bound against hanging. */
const atMost = { timeout: 30_000 };

/* A person who writes in the chat of a run that began by itself has the limits and the patience of a chat. */

const look = (at: number) => ({ calls: [{ name: "list_dir", arguments: { path: `${at}` } }] });
const draft = (given: Partial<JobDraft> = {}): JobDraft =>
  jobDraftSchema.parse({
    name: "Look",
    prompt: "Look around.",
    schedule: { kind: "cron", expression: "0 9 * * 1-5", timezone: "Europe/Paris" },
    limits: { maxIterations: 1 },
    ...given,
  });

describe("the chat of a run", () => {
  it("has the limits of the job for the run, and those of a chat for what a person writes there", async () => {
    await using bench = await createAgentBench([look(1), look(2), look(3), look(4), { text: "Seen." }]);
    const { job } = value(await bench.client.request("job.add", { draft: draft() }));
    const { sessionKey } = value(await bench.client.request("job.run", { id: job.id }));
    expect(await bench.seen.until("run-end")).toMatchObject({ sessionKey, reason: "max_iterations" });
    value(await bench.client.request("chat.send", { sessionKey, text: "Go on." }));
    expect(await bench.seen.until("run-end", ({ text }) => text === "Seen.")).toMatchObject({ reason: "answer" });
  });

  it("lets what a person began there wait for them, also over a restart, and ends it with no time of its job", async () => {
    await using bench = await createAgentBench(
      [
        { text: "Done." },
        { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "x" } }] },
        look(1),
        { text: "Written." },
        { text: "Again." },
      ],
      { settings: { approvals: { mode: "ask" } } },
    );
    const { job } = value(await bench.client.request("job.add", { draft: draft({ workFolder: bench.home.work }) }));
    const { sessionKey } = value(await bench.client.request("job.run", { id: job.id }));
    await bench.seen.until("job-end");
    value(await bench.client.request("chat.send", { sessionKey, text: "Write it." }));
    const { approval } = await bench.seen.until("approval-request");
    value(await bench.client.request("job.run", { id: job.id }));
    await vi.waitUntil(() => bench.seen.events.filter(({ type }) => type === "job-end").length === 2, atMost);
    const next = bench.home.open();
    const client = next.connect(terminal);
    const seen = await record(client);
    expect(value(await client.request("approval.list", {})).approvals).toHaveLength(1);
    const { approvalId } = approval;
    value(await client.request("approval.answer", { approvalId, decision: "allow-once" }));
    // More than the one iteration of the job.
    expect(await seen.until("run-end")).toMatchObject({ sessionKey, reason: "answer" });
  });
});
