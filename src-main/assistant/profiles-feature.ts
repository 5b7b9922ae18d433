import { join } from "node:path";
import { createProfileHandlers } from "../api/profile-handlers.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createProfiles } from "../knowledge/profiles/find-profiles.ts";
import type { Core } from "./core.ts";

/** Who may work in a chat in place of Perch as it is. */
export function createProfilesFeature(
  { host, files, folders }: Core,
  { knowledge }: { readonly knowledge: Pick<Knowledge, "save"> },
) {
  const profiles = createProfiles({ files, clock: host, log: host.log, workspace: folders.workspace });
  return {
    profiles,
    handlers: createProfileHandlers({
      profiles,
      async create(given) {
        const { createProfile } = await import("../knowledge/profiles/create-profile.ts");
        const path = join(host.paths.resources, "agent-template.md");
        return createProfile(given, { knowledge, template: () => files.readFile(path, "utf8") });
      },
    }),
  };
}
