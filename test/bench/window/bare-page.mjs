// The floor of the window: a page without a framework that shows the same conversation as plain text, and a server that
// reads the session, passes a message on to the endpoint and its tokens back. Nothing is kept, checked or folded.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** So many of the last messages stand in the page; the window has a page of them too. */
const shownAtOpening = 60;

const style = `
  body { margin: 0; font: 15px/24px system-ui; display: flex; flex-direction: column; height: 100vh }
  #log { flex: 1; overflow: auto; white-space: pre-wrap; padding: 16px }
  .row { max-width: 720px; margin: 0 auto 16px }
  textarea { font: inherit; padding: 8px }`;

/** Runs in the page. */
function script(shown) {
  const log = document.getElementById("log");
  const area = document.querySelector("textarea");
  const add = (words) => {
    const row = document.createElement("div");
    row.className = "row";
    row.append(words);
    log.append(row);
    return row.firstChild;
  };
  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
  };
  const load = async () => {
    const name = new URLSearchParams(location.search).get("session");
    if (name === null) return;
    const text = await (await fetch(`/session?name=${name}`)).text();
    const messages = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    const wanted = new URLSearchParams(location.search).get("all") === null ? messages.slice(-shown) : messages;
    for (const message of wanted) add(message.content);
    toEnd();
  };
  area.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const words = area.value;
    area.value = "";
    add(words);
    const answer = add("");
    toEnd();
    const response = await fetch("/send", { method: "POST", body: JSON.stringify({ words }) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      answer.appendData(piece.value);
      toEnd();
    }
  });
  load();
  area.focus();
}

const html = `<!doctype html><title>bare</title><style>${style}</style><div id="log" role="log"></div><textarea></textarea><script>(${script})(${shownAtOpening})</script>`;

/** `sessions`: files by name, a plain message a line. `endpoint`: the address of the scripted model. */
export async function startBarePage({ sessions, endpoint }) {
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    if (url.pathname === "/session") response.end(readFileSync(sessions[url.searchParams.get("name")]));
    else if (url.pathname === "/send") void pass(request, response, endpoint);
    else response.writeHead(200, { "content-type": "text/html" }).end(html);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** The tokens of an answer, each as it comes. */
async function pass(request, response, endpoint) {
  let asked = "";
  for await (const bytes of request) asked += bytes;
  const { words } = JSON.parse(asked);
  const tools = [{ type: "function", function: { name: "read_file", description: "Read.", parameters: {} } }];
  const body = JSON.stringify({ model: "echo", stream: true, tools, messages: [{ role: "user", content: words }] });
  const answer = await fetch(`${endpoint}/chat/completions`, { method: "POST", body });
  const decoder = new TextDecoder();
  let buffer = "";
  for await (const bytes of answer.body) {
    buffer += decoder.decode(bytes, { stream: true });
    const parts = buffer.split("\n\n");
    buffer = parts.pop();
    for (const part of parts) {
      const delta = part === "data: [DONE]" ? undefined : JSON.parse(part.slice(6)).choices[0]?.delta;
      if (delta?.content) response.write(delta.content);
    }
  }
  response.end();
}
