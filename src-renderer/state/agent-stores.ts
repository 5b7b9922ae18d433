import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { type Agent, createAgent } from "./agent.ts";
import { createBudgetWarnings } from "./budget-warnings.ts";
import { createChatMeter } from "./chat-meter.ts";
import { createChats } from "./chats.ts";
import { createConnections } from "./connections.ts";
import { createEmbeddings } from "./embeddings.ts";
import { createFolderTrust } from "./folder-trust.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createInbox } from "./inbox.ts";
import { createJobRun } from "./job-run.ts";
import { createJobs } from "./jobs.ts";
import { createKnownStores } from "./known-stores.ts";
import { createLaterInbox } from "./later-inbox.ts";
import { createMcpServers } from "./mcp-servers.ts";
import { createModels } from "./models.ts";
import type { Notify } from "./notices.ts";
import { createOpenChat, type OpenChat } from "./open-chat.ts";
import type { Profiles } from "./profiles.ts";
import { createProviders } from "./providers.ts";
import { createReports } from "./reports.ts";
import { createRules } from "./rules.ts";
import { createRunningCommands } from "./running-commands.ts";
import { createSubagents } from "./subagents.ts";
import { createTranscription } from "./transcription.ts";
import { createTrash } from "./trash.ts";
import { createUsage } from "./usage.ts";
import { createWebSearch } from "./web-search.ts";

/** The stores that show what the agent knows; each event goes to all of them. `notify` gets what is said once. */
export function createAgentStores(client: AgentClient, notify: Notify) {
  const agent = createAgent(client);
  const chats = createChats(client);
  const trash = createTrash(client, chats, notify);
  const chat = createOpenChat(client);
  const chatMeter = createChatMeter(client, chat);
  const inbox = createInbox(client, notify);
  const providers = createProviders(client);
  const models = createModels(client);
  const connections = createConnections(client, providers, models);
  const mcpServers = createMcpServers(client);
  const usage = createUsage(client);
  const transcription = createTranscription(client);
  const embeddings = createEmbeddings(client);
  const rules = createRules(client, notify);
  const folderTrust = createFolderTrust(client, chat, notify);
  const webSearch = createWebSearch(client);
  const runningCommands = createRunningCommands(client, notify);
  const known = createKnownStores(client, notify);
  const automations = createAutomationStores(client, notify, { agent, chat, profiles: known.profiles });
  const budgetWarnings = createBudgetWarnings(notify);
  /** What is read again when events were missed. */
  const rest = [
    ...[providers, models, mcpServers, usage, transcription, embeddings],
    ...[webSearch, trash, rules, folderTrust, runningCommands],
    ...Object.values(known),
    ...Object.values(automations),
  ];
  const followers = [chats, chat, chatMeter, inbox, agent, budgetWarnings, ...rest];
  return {
    stores: {
      agent,
      chats,
      trash,
      chat,
      chatMeter,
      inbox,
      providers,
      models,
      connections,
      mcpServers,
      usage,
      budgetWarnings,
      transcription,
      embeddings,
      rules,
      folderTrust,
      webSearch,
      runningCommands,
      ...known,
      ...automations,
    },
    events(events: readonly PerchEvent[]): void {
      for (const follower of followers) follower.apply(events);
    },
    /** The line is back: what could not be read meanwhile is. */
    retry(): void {
      for (const asked of [providers, mcpServers]) if (asked.store.getState().loading === "failed") void asked.load();
    },
    /** Events were missed, or the agent is another process: what is shown is read again, and what no longer holds goes. */
    async reset(restarted: boolean): Promise<void> {
      agent.setRestarted(restarted);
      budgetWarnings.reset();
      void Promise.all(rest.map((store) => store.reset()));
      await Promise.all([agent.load(), chats.load(), inbox.load(), chat.refresh()]);
      chatMeter.reset();
    },
  };
}

interface OtherStores {
  readonly agent: Agent;
  readonly chat: OpenChat;
  readonly profiles: Profiles;
}

/** What is done at a time, what was reported of it, and what works for a chat. */
function createAutomationStores(client: AgentClient, notify: Notify, { agent, chat, profiles }: OtherStores) {
  const jobs = createJobs(client, notify);
  const heartbeat = createHeartbeat(client, agent, notify);
  const reports = createReports(client);
  const laterInbox = createLaterInbox({ client, notify, profiles, reports, jobs });
  const subagents = createSubagents(client, chat, notify);
  return { jobs, jobRun: createJobRun(client), heartbeat, reports, laterInbox, subagents };
}
