interface BeatFacts {
  readonly items: readonly string[];
  /** `2026-11-30` and `14:30` by the person's clock. */
  readonly day: string;
  readonly time: string;
  readonly timezone: string;
}

/** What a beat asks of the agent. Perch makes it: nobody reads the answer, and what is to reach the person is a call. */
export function beatMessage({ items, day, time, timezone }: BeatFacts): string {
  const listed = items.map((item) => `- ${withoutMentions(item)}`).join("\n");
  return `[Heartbeat, ${day} ${time} (${timezone}). No person wrote this message, and nobody reads your answer.]

Open items of HEARTBEAT.md:
${listed}

See whether one of them calls for something now, and do it. Silence is the default: only the tool notify reaches the user. Call it for what is new and worth an interruption, never to say that all is well. If nothing is to be done, answer OK and call nothing.`;
}

/** An item names nothing that goes along with the message: that is for a person to do. */
function withoutMentions(item: string): string {
  return item.replaceAll("@", "@\u2060");
}
