import { StringDecoder } from "node:string_decoder";

/** What a body turned out to hold. */
export interface EventStreamListener {
  /** The data of one event; several data lines are joined with line ends. */
  data(text: string, event: string): void;
  /** `[DONE]`: nothing after it counts. */
  done(): void;
  /** A line or an event that no honest one is as long as: nothing after it is read. */
  oversized(): void;
}

/** Turns bytes into events, synchronously, however they are cut. */
export interface EventStream {
  push(bytes: Buffer): void;
  /** The body ended: an event without its blank line counts too. */
  end(): void;
}

/** The most of one line or event. Pictures in an answer have some millions of characters. */
const maxEventChars = 8 * 1024 * 1024;
const maxDataLines = 10_000;

/**
 * The event stream format as servers really send it: byte order mark, CR LF, comments, other fields, events without a
 * blank line between them, characters cut in two.
 */
export function createEventStream(listener: EventStreamListener): EventStream {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  let isFirst = true;
  let data: string | null = null;
  let dataLines = 0;
  let event = "";
  let isOver = false;

  function stop(): void {
    isOver = true;
    pending = "";
    data = null;
    listener.oversized();
  }

  function dispatch(): void {
    const text = data;
    const name = event;
    data = null;
    dataLines = 0;
    event = "";
    if (text === null || text === "") return;
    if (text.length < 16 && text.trim() === "[DONE]") {
      isOver = true;
      listener.done();
      return;
    }
    listener.data(text, name);
  }

  function line(text: string): void {
    if (text.length > maxEventChars) stop();
    else if (text === "") dispatch();
    else if (text.startsWith("data:")) {
      const value = text.charCodeAt(5) === 32 ? text.slice(6) : text.slice(5);
      data = data === null ? value : `${data}\n${value}`;
      dataLines++;
      if (data.length > maxEventChars || dataLines > maxDataLines) stop();
      else if (value.length < 16 && value.trim() === "[DONE]") finishAtDone();
    } else if (text.startsWith("event:")) event = text.slice(6).trim();
    else if (text.charCodeAt(0) === 123 && data === null) {
      // A bare JSON line between events, as some servers send their errors.
      data = text;
      dispatch();
    }
  }

  /** `[DONE]` right behind another data line: what came before it is an event of its own. */
  function finishAtDone(): void {
    const text = data ?? "";
    const before = text.slice(0, text.lastIndexOf("\n") + 1).trim();
    data = before;
    if (before !== "") dispatch();
    data = "[DONE]";
    dispatch();
  }

  function feed(text: string): void {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0 && !isOver; at = text.indexOf("\n", from)) {
      const end = at > from && text.charCodeAt(at - 1) === 13 ? at - 1 : at;
      if (pending === "") line(text.slice(from, end));
      else {
        const whole = pending + text.slice(from, at);
        pending = "";
        line(whole.endsWith("\r") ? whole.slice(0, -1) : whole);
      }
      from = at + 1;
    }
    if (from < text.length && !isOver) pending += text.slice(from);
    if (pending.length > maxEventChars) stop();
  }

  return {
    push(bytes) {
      if (isOver) return;
      let text = decoder.write(bytes);
      if (isFirst && text !== "") {
        isFirst = false;
        if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
      }
      feed(text);
    },
    end() {
      if (isOver) return;
      const rest = pending + decoder.end();
      pending = "";
      // Lone carriage returns are line ends too; they are only looked for in what no other line end has ended.
      for (const part of rest.split("\r")) if (!isOver) line(part);
      if (!isOver) dispatch();
    },
  };
}
