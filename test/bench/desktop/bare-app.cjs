// The least that an app of this kind can do: one window, one page of plain HTML under a scheme of its own.
const { app, BrowserWindow, protocol } = require("electron");

const page = "<!doctype html><title>Bare</title><textarea data-composer></textarea>";

protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);
void app.whenReady().then(() => {
  protocol.handle("app", async () => new Response(page, { headers: { "content-type": "text/html" } }));
  const window = new BrowserWindow({ width: 1280, height: 800 });
  void window.loadURL("app://perch/");
});
