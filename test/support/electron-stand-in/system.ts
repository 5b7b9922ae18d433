import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { machine } from "./machine.ts";
import type { Bounds, Facts } from "./protocol.ts";

/* Parts of the system that the app asks or hears: screens, power, keys, questions. */

const defaultScreen: Bounds = { x: 0, y: 0, width: 1920, height: 1080 };

export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: (): readonly Pick<Electron.Display, "id" | "workArea">[] =>
    (machine.screens ?? [defaultScreen]).map((workArea, id) => ({ id, workArea })),
  getPrimaryDisplay: (): Pick<Electron.Display, "id" | "workArea"> => ({
    id: 0,
    workArea: machine.screens?.[0] ?? defaultScreen,
  }),
  getCursorScreenPoint: (): Electron.Point => ({ x: 10, y: 10 }),
  getDisplayNearestPoint: (): Pick<Electron.Display, "id" | "workArea"> => screen.getPrimaryDisplay(),
});

let isOnBattery = machine.onBattery ?? false;
export const powerMonitor = Object.assign(new EventEmitter(), { isOnBatteryPower: (): boolean => isOnBattery });
Object.defineProperty(powerMonitor, "onBatteryPower", { get: () => isOnBattery });
export function setBattery(isOn: boolean): void {
  isOnBattery = isOn;
}

const registered = new Map<string, () => void>();
export const globalShortcut = {
  register(accelerator: string, callback: () => void): boolean {
    if (machine.takenShortcuts?.includes(accelerator) === true || registered.has(accelerator)) return false;
    if (!/^[\w+]+$/.test(accelerator)) throw new TypeError(`conversion failure from ${accelerator}`);
    registered.set(accelerator, callback);
    return true;
  },
  unregister: (accelerator: string): void => void registered.delete(accelerator),
  unregisterAll: (): void => registered.clear(),
  isRegistered: (accelerator: string): boolean => registered.has(accelerator),
};
export const shortcutsNow = (): readonly string[] => [...registered.keys()];
export function pressShortcut(accelerator: string): void {
  registered.get(accelerator)?.();
}

const dialogs: Facts["dialogs"][number][] = [];
const answers = [...(machine.answers ?? [])];
let answer = 0;
export const answerDialogs = (button: number): void => {
  answer = button;
};
export const shownDialogs = (): Facts["dialogs"] => dialogs;

export const dialog = {
  showErrorBox: (title: string, content: string): void => void process.stderr.write(`${title}: ${content}\n`),
  /** With or without a window in front. */
  async showMessageBox(...args: readonly unknown[]): Promise<Pick<Electron.MessageBoxReturnValue, "response">> {
    const options = args.at(-1) as Electron.MessageBoxOptions;
    dialogs.push({ message: options.message, buttons: options.buttons ?? [] });
    return { response: answers.shift() ?? answer };
  },
  async showOpenDialog(...args: readonly unknown[]): Promise<Electron.OpenDialogReturnValue> {
    const { defaultPath = "", properties = [] } = args.at(-1) as Electron.OpenDialogOptions;
    dialogs.push({ message: defaultPath, buttons: properties });
    const { chosen } = machine;
    return { canceled: chosen === undefined, filePaths: chosen === undefined ? [] : [chosen] };
  },
};

const opened: string[] = [];
export const openedOutside = (): readonly string[] => opened;
export const shell = {
  openExternal: async (url: string): Promise<void> => void opened.push(url),
  async openPath(path: string): Promise<string> {
    opened.push(path);
    return "";
  },
};

export const nativeImage = {
  createFromPath: (path: string): string => path,
  createFromBitmap: (pixels: Buffer, { width, height }: Electron.CreateFromBitmapOptions): string => {
    if (pixels.length !== width * height * 4) throw new Error("the pixels are not as many as the image has");
    return `${width} × ${height}`;
  },
};
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
export const clipboard = { readText: async (): Promise<string> => machine.clipboard ?? "" };
