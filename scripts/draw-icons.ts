// Draws the images of the tray and of the app from resources/icons/*.svg, in a real browser: npm run icons.
// The tray has five states; macOS takes templates (black on clear, it tints them), Windows ICO files, Linux PNG files.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

const resources = fileURLToPath(new URL("../resources/", import.meta.url));
const states = ["idle", "working", "needs-you", "paused", "error"] as const;
/** In the two systems that do not tint: can be seen on a light and on a dark bar. */
const onAnyBar = "#3a97b8";
const cell = 36;
/** The types of an ICNS file that hold a PNG of this size. */
const macSizes = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024 } as const;

/** An ICO file that holds these PNG images. */
function icoOf(images: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** An ICNS file of macOS that holds these PNG images. */
function icnsOf(images: readonly { readonly type: string; readonly png: Buffer }[]): Buffer {
  const parts = images.map(({ type, png }) =>
    Buffer.concat([Buffer.from(type, "latin1"), lengthOf(8 + png.length), png]),
  );
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([Buffer.from("icns", "latin1"), lengthOf(length), ...parts]);
}

function lengthOf(length: number): Buffer {
  const field = Buffer.alloc(4);
  field.writeUInt32BE(length);
  return field;
}

async function draw(page: Page, svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

async function drawAll(page: Page, svg: string, sizes: readonly number[]) {
  const images = [];
  for (const size of sizes) images.push({ size, png: await draw(page, svg, size) });
  return images;
}

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
const tray = await readFile(join(resources, "icons/mark-tray.svg"), "utf8");
await mkdir(join(resources, "tray"), { recursive: true });
for (const [index, state] of states.entries()) {
  const one = tray.replace(/viewBox="0 0 176 32" width="176" height="32"/, `viewBox="${index * cell} 0 32 32"`);
  if (one === tray) throw new Error("mark-tray.svg has another head than this script knows");
  const write = (name: string, content: Buffer): Promise<void> => writeFile(join(resources, "tray", name), content);
  const coloured = one.replaceAll("#000", onAnyBar).replace("<svg", `<svg fill="${onAnyBar}"`);
  // What cuts the bird out of its mask must stay black.
  const visible = coloured.replace(`r="7.2" fill="${onAnyBar}"`, 'r="7.2" fill="#000"');
  await write(`${state}Template.png`, await draw(page, one, 16));
  await write(`${state}Template@2x.png`, await draw(page, one, 32));
  await write(`${state}.png`, await draw(page, visible, 32));
  await write(`${state}.ico`, icoOf(await drawAll(page, visible, [16, 20, 24, 32, 48])));
}
const mark = await readFile(join(resources, "icons/mark.svg"), "utf8");
for (const { size, png } of await drawAll(page, mark, [16, 32, 48, 64, 128, 256, 512])) {
  await writeFile(join(resources, "icons", `${size}x${size}.png`), png);
}
const ofMac = [];
for (const [type, size] of Object.entries(macSizes)) ofMac.push({ type, png: await draw(page, mark, size) });
await writeFile(join(resources, "icons/perch.icns"), icnsOf(ofMac));
await writeFile(join(resources, "icons/perch.ico"), icoOf(await drawAll(page, mark, [16, 24, 32, 48, 64, 128, 256])));
await browser.close();
