/** Sends the answer of a provider case byte for byte. */
import zlib from "node:zlib";

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
// ---- sending ----
function bytesOf(step) {
  if (typeof step === "string") return Buffer.from(step, "utf8");
  if (step.hex !== undefined) return Buffer.from(step.hex, "hex");
  if (step.repeat !== undefined) return Buffer.from(String(step.repeat).repeat(step.times), "utf8");
  return null;
}

export async function send(res, spec, state) {
  const gone = () => state.gone || res.destroyed;
  const hold = async (ms) => {
    for (const end = Date.now() + ms; Date.now() < end && !gone() && !state.closing; )
      await sleep(Math.min(25, end - Date.now()));
  };
  if (spec.headers_delay) await hold(spec.headers_delay);
  if (spec.no_headers) {
    await hold(spec.no_headers);
    return res.socket?.destroy();
  }
  if (gone()) return;
  // header values may carry {{httpdate+SECONDS}} or {{epochms+SECONDS}}
  const fill = (v) =>
    String(v).replace(/\{\{(httpdate|epochms)\+(\d+)\}\}/g, (_, k, n) => {
      const t = Date.now() + n * 1000;
      return k === "httpdate" ? new Date(t).toUTCString() : String(t);
    });
  const headers = Object.fromEntries(Object.entries(spec.headers ?? {}).map(([k, v]) => [k, fill(v)]));
  res.socket?.setNoDelay(true);
  if (spec.sse === undefined) {
    let body =
      spec.body === undefined || spec.body === null
        ? Buffer.alloc(0)
        : Buffer.from(typeof spec.body === "string" ? spec.body : JSON.stringify(spec.body), "utf8");
    if (spec.gzip) body = zlib.gzipSync(body);
    res.writeHead(spec.status ?? 200, { "content-length": body.length, ...headers });
    return void res.end(body);
  }
  res.writeHead(spec.status ?? 200, headers);
  res.flushHeaders();
  const gz = spec.gzip ? zlib.createGzip() : null;
  if (gz) gz.pipe(res);
  const put = (buf) =>
    new Promise((done) => {
      if (gone()) return done();
      if (gz) gz.write(buf, () => gz.flush(zlib.constants.Z_SYNC_FLUSH, done));
      else res.write(buf, () => done());
    });
  for (const step of spec.sse) {
    if (gone()) return;
    const buf = bytesOf(step);
    if (buf) {
      await put(buf);
      await sleep(spec.gap ?? 1);
      continue;
    }
    if (step.delay !== undefined) {
      await hold(step.delay);
      continue;
    }
    if (step.stall !== undefined) {
      await hold(step.stall);
      res.socket?.destroy();
      return;
    }
    if (step.cut !== undefined) {
      await sleep(20); // let what was written leave first
      if (step.cut === "fin") res.socket?.end();
      else if (res.socket?.resetAndDestroy) res.socket.resetAndDestroy();
      else res.socket?.destroy();
      return;
    }
    throw new Error(`unknown step ${JSON.stringify(step)}`);
  }
  if (gz) gz.end();
  else res.end();
}

const OK_TEXT = "Replay says hello.";
export function okResponse(stream) {
  if (!stream)
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        id: "ok",
        object: "chat.completion",
        created: 1,
        model: "replay",
        choices: [{ index: 0, message: { role: "assistant", content: OK_TEXT }, finish_reason: "stop" }],
        usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
      },
    };
  const c = (delta, finish = null) =>
    "data: " +
    JSON.stringify({
      id: "ok",
      object: "chat.completion.chunk",
      created: 1,
      model: "replay",
      choices: [{ index: 0, delta, finish_reason: finish }],
    }) +
    "\n\n";
  return {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    sse: [c({ role: "assistant", content: OK_TEXT }), c({}, "stop"), "data: [DONE]\n\n"],
  };
}
