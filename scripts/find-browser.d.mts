/** The path of a browser that can show the window; installs one where there is none. */
export function findBrowser(): Promise<string>;
