import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const linuxFolder = "/sys/class/power_supply";

/**
 * Whether this computer runs on its battery; null where nothing tells it: on other systems than Linux, and where there is no
 * battery that says how it is.
 */
export async function onBattery(platform: NodeJS.Platform, folder = linuxFolder): Promise<boolean | null> {
  if (platform !== "linux") return null;
  const names = await readdir(folder).catch(() => []);
  const supplies = await Promise.all(names.map((name) => supplyAt(join(folder, name))));
  const mains = supplies.filter(({ type }) => type === "Mains" || type === "USB");
  if (mains.some(({ online }) => online === "1")) return false;
  const batteries = supplies.filter(({ type, scope }) => type === "Battery" && scope !== "Device");
  if (batteries.length === 0) return null;
  return batteries.some(({ status }) => status === "Discharging");
}

/** "" for what it does not say. */
async function supplyAt(folder: string) {
  const read = (name: string): Promise<string> =>
    readFile(join(folder, name), "utf8").then(
      (content) => content.trim(),
      () => "",
    );
  const [type, online, status, scope] = await Promise.all(["type", "online", "status", "scope"].map(read));
  return { type, online, status, scope };
}
