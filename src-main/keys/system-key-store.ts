/** Secrets of one home in the store of the operating system. Every method rejects where the store refuses. */
export interface SystemKeyStore {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The part of `@napi-rs/keyring` that is used. */
interface KeyringEntry {
  getPassword(): Promise<string | null | undefined>;
  setPassword(password: string): Promise<void>;
  deleteCredential(): Promise<boolean>;
}
type KeyringEntryClass = new (service: string, account: string, options: object) => KeyringEntry;

const service = "Perch";
/**
 * On Linux the library would fall back to the kernel's keyring, which forgets everything at a restart: a key that was
 * kept there would be lost. The Secret Service (GNOME Keyring, KWallet) or nothing.
 */
const options = { linux: { store: "secret-service" } } as const;
/** A store that asks for its password on a screen that nobody sees would hold everything up. */
const patienceMs = 20_000;

/** macOS Keychain, Windows Credential Manager, or the Secret Service; its library is loaded here and now. */
export async function openSystemKeyStore(home: string): Promise<SystemKeyStore> {
  // Not a literal: a platform without its binary must still be able to load everything else.
  const library = "@napi-rs/keyring";
  const loaded: unknown = await import(library);
  const Entry = entryClass(loaded);
  const entry = (name: string) => new Entry(service, `${name} (${home})`, options);
  return {
    get: async (name) => (await within(entry(name).getPassword())) ?? null,
    set: (name, value) => within(entry(name).setPassword(value)),
    remove: async (name) => void (await within(entry(name).deleteCredential())),
  };
}

function entryClass(loaded: unknown): KeyringEntryClass {
  const isModule = typeof loaded === "object" && loaded !== null && "AsyncEntry" in loaded;
  if (!isModule || !isEntryClass(loaded.AsyncEntry)) throw new Error("the key store's library is not as expected");
  return loaded.AsyncEntry;
}

/** Its version is pinned, so that the methods need not be looked at one by one. */
function isEntryClass(value: unknown): value is KeyringEntryClass {
  return typeof value === "function";
}

async function within<Value>(work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("the key store does not answer")), patienceMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
