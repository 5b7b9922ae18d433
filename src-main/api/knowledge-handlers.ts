import { ok } from "../../src-preload/contract/result.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { DomainHandlers } from "./router.ts";

export function createKnowledgeHandlers(knowledge: Knowledge): DomainHandlers<"knowledge"> {
  return {
    async "knowledge.list"() {
      const listed = await knowledge.list();
      return listed.ok ? ok({ files: listed.value }) : listed;
    },
    "knowledge.read": ({ path }) => knowledge.read(path),
    async "knowledge.versions"({ path }) {
      const listed = await knowledge.versions(path);
      return listed.ok ? ok({ versions: listed.value }) : listed;
    },
    "knowledge.readVersion": ({ path, version }) => knowledge.readVersion(path, version),
    "knowledge.save": ({ path, text, base }) => knowledge.save(path, text, base),
  };
}
