import { protocol } from "electron";
import { pageHeaders } from "../serve/page-headers.ts";
import { readStatic } from "../serve/static-files.ts";
import { isSafeAddress, safePage } from "./safe-page.ts";

const appScheme = "app";
const appHost = "perch";
/** Of the built pages. While the window is worked on, of the server of development; a build for people knows of none. */
export const appAddress =
  (import.meta.env.DEV ? process.env["ELECTRON_RENDERER_URL"] : undefined) ?? `${appScheme}://${appHost}/`;

/** Of the small window for one question. */
export const quickAddress = new URL("quick.html", appAddress).href;

/** True for an address of the app's own pages. Not by `origin`: outside the browser a scheme of one's own has none. */
export function isAppPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const [page, own] = [new URL(address), new URL(appAddress)];
  return page.protocol === own.protocol && page.host === own.host;
}

/** To be called before the app is ready: our pages are a secure origin of their own. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built window under its own scheme; nothing listens anywhere. */
export function serveAppPages(folder: string): void {
  protocol.handle(appScheme, async (request) => {
    if (isAppPage(request.url) && isSafeAddress(request.url)) {
      return new Response(safePage(), { headers: { ...pageHeaders, "content-type": "text/html; charset=utf-8" } });
    }
    const file = isAppPage(request.url) ? await readStatic(folder, new URL(request.url).pathname) : null;
    if (file === null) return new Response("not found", { status: 404, headers: pageHeaders });
    return new Response(new Uint8Array(file.body), { headers: { ...pageHeaders, "content-type": file.type } });
  });
}
