import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The pictures of a folder that an earlier one has otherwise, or has not; one line each. */
export function differingPictures(folder, earlier) {
  const lines = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".png"))) {
    if (!existsSync(join(earlier, name))) lines.push(`${name}: new`);
    else if (!readFileSync(join(folder, name)).equals(readFileSync(join(earlier, name))))
      lines.push(`${name}: differs`);
  }
  return lines;
}
