/** What the address of the page says for the card of the heartbeat, in place of a job. */
export const heartbeatDetail = "heartbeat";
