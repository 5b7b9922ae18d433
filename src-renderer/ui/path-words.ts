interface PathPlace {
  /** What `~` means; null while it is not known. */
  readonly userHome: string | null;
  /** What lies in it is shown without it; left out where the whole path is wanted. */
  readonly workFolder?: string | null;
}

/** How a path is shown, everywhere: relative to the work folder, else from `~`, else whole. */
export function shownPath(path: string, { userHome, workFolder = null }: PathPlace): string {
  const inWork = workFolder === null ? null : below(path, workFolder);
  if (inWork !== null && inWork !== "") return inWork;
  const inHome = userHome === null ? null : below(path, userHome);
  if (inHome === null) return path;
  return inHome === "" ? "~" : `~${separatorOf(path)}${inHome}`;
}

/** What of a path lies below a folder, "" for the folder itself; null where it lies elsewhere. */
function below(path: string, folder: string): string | null {
  const base = folder.replace(/[\\/]+$/, "");
  // Every whole path lies below the top of the disk.
  if (base === "") return null;
  if (path.replace(/[\\/]+$/, "") === base) return "";
  return path.startsWith(base) && /^[\\/]/.test(path.slice(base.length)) ? path.slice(base.length + 1) : null;
}

function separatorOf(path: string): string {
  return path.includes("\\") && !path.includes("/") ? "\\" : "/";
}
