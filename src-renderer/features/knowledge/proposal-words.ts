import type { MemoryProposal, ProposalReason } from "../../../src-preload/contract/knowledge.ts";
import { type TextKey, text } from "../../ui/text.ts";

const kinds: Readonly<Record<MemoryProposal["kind"], TextKey>> = {
  add: "knowledge.proposal.add",
  replace: "knowledge.proposal.replace",
  remove: "knowledge.proposal.remove",
  merge: "knowledge.proposal.merge",
};

const reasons: Readonly<Record<ProposalReason, TextKey>> = {
  setting: "knowledge.proposal.setting",
  full: "knowledge.proposal.full",
  overwritten: "knowledge.proposal.overwritten",
  stranger: "knowledge.proposal.stranger",
  program: "knowledge.proposal.program",
  tidy: "knowledge.proposal.tidy",
};

export function kindWords(kind: MemoryProposal["kind"]): string {
  return text(kinds[kind]);
}

export function reasonWords(reason: ProposalReason): string {
  return text(reasons[reason]);
}
