import type { Page } from "playwright-core";
import { appOrigin } from "./browser.ts";
import type { Order } from "./protocol.ts";

type PermissionAnswer = (granted: boolean) => void;
interface PermissionDetails {
  readonly requestingUrl: string;
  readonly isMainFrame: boolean;
  readonly mediaTypes?: readonly string[];
  readonly mediaType?: string;
}
let onPermission:
  | ((contents: unknown, permission: string, answer: PermissionAnswer, details: PermissionDetails) => void)
  | null = null;
let checkPermission:
  | ((contents: unknown, permission: string, origin: string, details: PermissionDetails) => boolean)
  | null = null;

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: NonNullable<typeof onPermission>): void => {
      onPermission = handler;
    },
    setPermissionCheckHandler: (handler: NonNullable<typeof checkPermission>): void => {
      checkPermission = handler;
    },
  },
};

interface Asking {
  readonly page: Page;
  getURL(): string;
}

/** As for a page that asks for the microphone: whoever may have it gets it of the browser. */
export async function mayUseMedia(contents: Asking, kinds: readonly string[]): Promise<boolean> {
  const details = { requestingUrl: contents.getURL(), isMainFrame: true, mediaTypes: kinds };
  const isGranted = await new Promise<boolean>((resolve) => {
    if (onPermission === null) resolve(true);
    else onPermission(contents, "media", resolve, details);
  });
  if (isGranted && kinds.includes("audio")) await contents.page.context().grantPermissions(["microphone"]);
  return isGranted;
}

export async function askPermission(
  { webContents }: { readonly webContents: unknown },
  order: Extract<Order, { kind: "permission" }>,
): Promise<unknown> {
  const { name, url = `${appOrigin}/`, media = [], isMainFrame = true } = order;
  const [mediaType = "unknown"] = media;
  const requested = await new Promise<boolean>((resolve) => {
    if (onPermission === null) resolve(true);
    else onPermission(webContents, name, resolve, { requestingUrl: url, isMainFrame, mediaTypes: media });
  });
  const details = { requestingUrl: url, isMainFrame, mediaType };
  const checked = checkPermission === null || checkPermission(webContents, name, new URL(url).origin, details);
  return { requested, checked };
}
