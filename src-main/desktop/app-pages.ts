import { protocol } from "electron";
import { pageHeaders } from "../serve/page-headers.ts";
import { readStatic } from "../serve/static-files.ts";

const appScheme = "app";
const appHost = "perch";
export const appAddress = `${appScheme}://${appHost}/`;

/** True for an address of the app's own pages. Not by `origin`: outside the browser a scheme of one's own has none. */
export function isAppPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol: scheme, host } = new URL(address);
  return scheme === `${appScheme}:` && host === appHost;
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
    const file = isAppPage(request.url) ? await readStatic(folder, new URL(request.url).pathname) : null;
    if (file === null) return new Response("not found", { status: 404, headers: pageHeaders });
    return new Response(new Uint8Array(file.body), { headers: { ...pageHeaders, "content-type": file.type } });
  });
}
