/** Speech in the pictures: what is said before, while it is recorded, on its way, and where it failed. */
export function voiceStates(ear) {
  const line = (page, kind) => page.locator(`[data-voice=${kind}]`);
  const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
  return {
    "voice-agreeing": async (page) => {
      await page.getByRole("button", { name: "New chat" }).first().click();
      await press(page, "Dictate");
      await line(page, "agreeing").waitFor();
    },
    "voice-recording": async (page) => {
      await press(page, "Agree and record");
      await line(page, "recording").waitFor();
    },
    "voice-transcribing": async (page) => {
      ear.answer([{ body: {}, gate: new Promise(() => undefined) }]);
      await press(page, "Done");
      await line(page, "transcribing").waitFor();
    },
    "voice-failed": async (page) => {
      await press(page, "Stop");
      ear.answer([{ status: 503, body: { error: { message: "the model is being loaded" } } }]);
      await press(page, "Try again");
      await page.getByText(/the model is being loaded/).waitFor();
    },
    "connections-voice": async (page) => {
      await page.evaluate(() => location.assign("#/connections/voice/"));
      ear.answer([{ body: { text: "" } }]);
      await press(page, "Test");
      await page.getByText(/Speech can be put into words/).waitFor();
    },
  };
}
