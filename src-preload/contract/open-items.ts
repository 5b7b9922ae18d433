/** So many open items of HEARTBEAT.md are read and told; where there are so many, there may be more. */
export const mostOpenItems = 100;
