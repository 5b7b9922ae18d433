import { useEffect } from "react";
import { type Backups, createBackups } from "../../state/backups.ts";
import { useWindow } from "../../state/context.ts";

/** The backups, as they are each time that the settings are shown. */
export function useBackups(): Backups {
  const backups = useWindow().laterBackups.with((client) => createBackups(client, { reload: () => location.reload() }));
  useEffect(() => void backups.load(), [backups]);
  return backups;
}
