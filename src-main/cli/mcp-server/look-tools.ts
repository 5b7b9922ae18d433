import type { CallToolResult } from "@modelcontextprotocol/server";
import { text } from "../../words.ts";
import { findInChats } from "../find-messages.ts";
import type { SharedHome } from "./home-line.ts";
import { failed, said } from "./tool-answers.ts";

type Line = SharedHome["connection"];

/** The newest first; `words`: of their titles. */
export async function listChats(connection: Line, words: string | undefined, limit: number): Promise<CallToolResult> {
  const listed = await connection.request("session.list", { limit, ...(words === undefined ? {} : { query: words }) });
  if (!listed.ok) return failed(listed.error.message);
  const chats = listed.value.sessions.map(({ key, title, state, updatedAt, preview }) => ({
    chat: key,
    title,
    state,
    updatedAt: new Date(updatedAt).toISOString(),
    preview,
  }));
  return said(JSON.stringify(chats), { chats });
}

export async function searchChats(connection: Line, words: string, limit: number): Promise<CallToolResult> {
  const found = await findInChats(connection, { query: words, limit });
  if (!found.ok) return failed(found.error.message);
  const messages = found.value.hits.map(({ sessionKey, title, role, date, snippet }) => ({
    chat: sessionKey,
    title,
    role,
    at: new Date(date).toISOString(),
    text: snippet,
  }));
  return said(JSON.stringify(messages), { messages });
}

const memoryPath = "memory/MEMORY.md";

export async function readMemory(connection: Line): Promise<CallToolResult> {
  const read = await connection.request("knowledge.read", { path: memoryPath });
  if (read.ok) return said(read.value.text);
  return read.error.code === "not-found" ? said("") : failed(read.error.message);
}

export async function addMemory(connection: Line, fact: string): Promise<CallToolResult> {
  const proposed = await connection.request("memory.propose", { fact });
  if (!proposed.ok) return failed(proposed.error.message);
  return said(text(proposed.value.isKnown ? "mcpServe.known" : "mcpServe.proposed"));
}
