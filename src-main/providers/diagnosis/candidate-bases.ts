/** What people leave at the end of a base address: the path of a request instead of the place that requests begin from. */
const requestPath = /\/(?:chat\/completions|completions|chat|responses|embeddings|messages|models)$/i;
const mostCandidates = 4;

/** Addresses at the same origin that may be what a base address was meant to be, the likeliest first; without query. */
export function candidateBases(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const given = pathname.replace(/\/+$/, "");
  const path = given.replace(requestPath, "").replace(/(\/v\d+)\1+$/, "$1");
  const isVersioned = /\/v\d+[a-z]*(?:\/openai)?$/i.test(path);
  // Ollama's own interface lies at /api, what speaks the protocol of chats beside it.
  const beside = path.replace(/\/api$/i, "");
  const paths = [path, ...(isVersioned ? [] : [`${path}/v1`, `${beside}/v1`]), "/v1", "/api/v1"];
  const others = new Set(paths.filter((candidate) => candidate !== given).map((candidate) => origin + candidate));
  return [...others].slice(0, mostCandidates);
}
