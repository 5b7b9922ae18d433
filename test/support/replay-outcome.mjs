/** Compares an outcome with what a provider case expects. */
import { createHash } from "node:crypto";

// ---- comparing an outcome with case.expected: only keys that are named are compared ----
const sha = (s) => createHash("sha256").update(s, "utf8").digest("hex");
const canon = (v) =>
  Array.isArray(v)
    ? v.map(canon)
    : v && typeof v === "object"
      ? Object.fromEntries(
          Object.keys(v)
            .sort()
            .map((k) => [k, canon(v[k])]),
        )
      : v;
const same = (a, b) => JSON.stringify(canon(a)) === JSON.stringify(canon(b));
const list = (v) => (Array.isArray(v) ? v : [v]);
function textDiff(name, want, got, out) {
  const g = String(got ?? "").trim();
  if (want && typeof want === "object") {
    if (g.length !== want.length || sha(g) !== want.sha256)
      out.push(`${name}: length ${g.length}, want ${want.length} (sha256 ${want.sha256.slice(0, 12)})`);
  } else if (g !== String(want ?? "").trim())
    out.push(`${name}: ${JSON.stringify(g.slice(0, 200))}, want ${JSON.stringify(String(want).slice(0, 200))}`);
}
function diffOne(want, got) {
  const out = [];
  if ("content" in want) textDiff("content", want.content, got.content, out);
  if ("reasoning" in want) textDiff("reasoning", want.reasoning, got.reasoning, out);
  if ("refusal" in want) textDiff("refusal", want.refusal, got.refusal, out);
  if ("finishReason" in want && want.finishReason !== got.finishReason)
    out.push(`finishReason: ${got.finishReason}, want ${want.finishReason}`);
  for (const kind of ["toolCalls", "invalidToolCalls"]) {
    if (!(kind in want)) continue;
    const w = want[kind],
      g = got[kind] ?? [];
    if (w.length !== g.length) {
      out.push(`${kind}: ${g.length}, want ${w.length}: ${JSON.stringify(g).slice(0, 300)}`);
      continue;
    }
    w.forEach((t, i) => {
      for (const k of Object.keys(t))
        if (!same(t[k], g[i][k]))
          out.push(`${kind}[${i}].${k}: ${JSON.stringify(g[i][k])}, want ${JSON.stringify(t[k])}`);
      if (kind === "toolCalls" && !(typeof g[i].id === "string" && g[i].id))
        out.push(`toolCalls[${i}].id: must be a non-empty string`);
    });
    if (kind === "toolCalls" && new Set(g.map((t) => t.id)).size !== g.length)
      out.push("toolCalls: ids are not unique");
  }
  if ("usage" in want) {
    if (want.usage === null) {
      if (got.usage) out.push(`usage: ${JSON.stringify(got.usage)}, want null`);
    } else
      for (const k of Object.keys(want.usage))
        if (want.usage[k] !== got.usage?.[k]) out.push(`usage.${k}: ${got.usage?.[k]}, want ${want.usage[k]}`);
  }
  if ("error" in want) {
    const w = want.error,
      g = got.error ?? null;
    if (w === null) {
      if (g) out.push(`error: ${JSON.stringify(g).slice(0, 300)}, want none`);
    } else if (!g) out.push(`error: none, want ${w.kind}`);
    else {
      if (!(w.kindAnyOf ?? [w.kind]).includes(g.kind))
        out.push(`error.kind: ${g.kind}, want ${(w.kindAnyOf ?? [w.kind]).join("|")}`);
      for (const k of ["retryable", "retryAfterMs", "contextWindow", "promptTokens"])
        if (k in w && w[k] !== (g[k] ?? null)) out.push(`error.${k}: ${g[k]}, want ${w[k]}`);
      if (
        w.retryAfterMsBetween &&
        !(g.retryAfterMs >= w.retryAfterMsBetween[0] && g.retryAfterMs <= w.retryAfterMsBetween[1])
      )
        out.push(`error.retryAfterMs: ${g.retryAfterMs}, want ${w.retryAfterMsBetween.join("..")}`);
      const m = String(g.userMessage ?? g.message ?? "");
      for (const s of list(w.userMessageContains ?? []))
        if (!m.toLowerCase().includes(String(s).toLowerCase()))
          out.push(`error.userMessage lacks ${JSON.stringify(s)}: ${JSON.stringify(m.slice(0, 200))}`);
      for (const s of list(w.userMessageOmits ?? []))
        if (m.toLowerCase().includes(String(s).toLowerCase())) out.push(`error.userMessage shows ${JSON.stringify(s)}`);
    }
  }
  for (const k of ["contextWindow", "maxInputTokens", "maxOutputTokens"])
    if (k in want && want[k] !== (got[k] ?? null)) out.push(`${k}: ${got[k]}, want ${want[k]}`);
  if ("modelIds" in want && !same([...want.modelIds].sort(), [...(got.modelIds ?? [])].sort()))
    out.push(`modelIds: ${JSON.stringify(got.modelIds)}, want ${JSON.stringify(want.modelIds)}`);
  if ("withinMs" in want && got.elapsedMs !== undefined && got.elapsedMs > want.withinMs)
    out.push(`took ${got.elapsedMs} ms, want within ${want.withinMs}`);
  return out;
}
/** [] when got is a right outcome of the case, else the differences to case.expected. */
export function diffOutcome(c, got, expected = c.expected) {
  const first = diffOne(expected, got);
  if (!first.length) return [];
  for (const alt of expected.alternatives ?? []) if (!diffOne({ ...expected, ...alt }, got).length) return [];
  return first;
}
