import type { AgentClient } from "../client/agent-client.ts";
import { createAsks } from "./asks.ts";
import { createCrash } from "./crash.ts";
import { createLaterBackups } from "./later-backups.ts";
import type { Notify } from "./notices.ts";
import { createProfiles } from "./profiles.ts";
import { createProposals } from "./proposals.ts";
import { createSkills } from "./skills.ts";

/** What the agent knows beside files: how it does kinds of work, who may work in its place, what of the memory waits, what a crash cut off, what servers ask. */
export function createKnownStores(client: AgentClient, notify: Notify) {
  return {
    skills: createSkills(client, notify),
    profiles: createProfiles(client),
    proposals: createProposals(client),
    crash: createCrash(client),
    asks: createAsks(client, notify),
    laterBackups: createLaterBackups(client),
  };
}
