import type { Connection } from "../../src-preload/contract/connection.ts";
import type { SkillRow } from "../../src-preload/contract/skills.ts";

/** The skills that `/name` calls, as they are now; none while there is no owner to ask. */
export async function usableSkills(connection: Connection | null): Promise<readonly SkillRow[]> {
  const listed = await connection?.request("skill.list", {});
  if (listed?.ok !== true) return [];
  return listed.value.skills.filter(({ state, isShadowed }) => state !== "off" && state !== "unusable" && !isShadowed);
}
