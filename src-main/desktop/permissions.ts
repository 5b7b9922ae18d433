import { session, shell } from "electron";
import { isAppPage } from "./app-pages.ts";

/**
 * Our own page may copy, and hear the microphone once the person presses for it (the system asks too). No page gets a camera, a
 * place, a screen or a notification of its own.
 */
export function limitPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const kinds = "mediaTypes" in details ? (details.mediaTypes ?? []) : [];
    answer(isPermitted({ permission, kinds, page: details.requestingUrl, isMainFrame: details.isMainFrame }));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isPermitted({
      permission,
      kinds: [details.mediaType ?? "unknown"],
      page: details.requestingUrl ?? origin,
      isMainFrame: details.isMainFrame,
    }),
  );
}

interface AskedPermission {
  readonly permission: string;
  /** What of a microphone and a camera is asked for. */
  readonly kinds: readonly string[];
  readonly page: string;
  readonly isMainFrame: boolean;
}

function isPermitted({ permission, kinds, page, isMainFrame }: AskedPermission): boolean {
  if (permission === "clipboard-sanitized-write") return true;
  const isMicrophone = kinds.length > 0 && kinds.every((kind) => kind === "audio");
  return permission === "media" && isMicrophone && isMainFrame && isAppPage(page);
}

/** Opens what the person chose outside: a folder in the file manager, an address in the browser. */
export async function openOutside(target: string): Promise<void> {
  if (/^(https?|mailto):/.test(target)) await shell.openExternal(target);
  else {
    const problem = await shell.openPath(target);
    if (problem !== "") throw new Error(problem);
  }
}
