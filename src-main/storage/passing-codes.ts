/** What a system call may fail with and go well the next time. */
export const passingCodes: ReadonlySet<string> = new Set([
  "EAGAIN",
  "EBUSY",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ESTALE",
  "ETIMEDOUT",
]);
