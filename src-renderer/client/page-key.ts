/** The key that this page proves itself with: it signs and cannot be read out, not even by the page. */
export interface PageKey {
  readonly privateKey: CryptoKey;
  /** As SubjectPublicKeyInfo in base64. */
  readonly publicKey: string;
}

const storeName = "keys";
const entry = "page";

let held: Promise<PageKey> | null = null;

/** The key of this address in this browser; made at the first call and kept by the browser, where it lets us. */
export function pageKey(): Promise<PageKey> {
  held ??= keptKey();
  return held;
}

async function keptKey(): Promise<PageKey> {
  const made = await makeKey();
  const database = await openDatabase().catch(() => null);
  // A browser that keeps nothing (a private window) has the key until the page is closed.
  if (database === null) return made;
  const kept = await keepFirst(database, made).catch(() => made);
  database.close();
  return kept;
}

async function makeKey(): Promise<PageKey> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
  const exported = new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey));
  return { privateKey: pair.privateKey, publicKey: base64(exported) };
}

/** In base64, over the words. */
export async function sign(key: PageKey, words: string): Promise<string> {
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  return base64(new Uint8Array(await crypto.subtle.sign(algorithm, key.privateKey, new TextEncoder().encode(words))));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open("perch", 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return outcome(request);
}

/** Of two pages that make one at the same time both have the first. */
async function keepFirst(database: IDBDatabase, made: PageKey): Promise<PageKey> {
  const store = database.transaction(storeName, "readwrite").objectStore(storeName);
  const found: unknown = await outcome(store.get(entry));
  if (isPageKey(found)) return found;
  await outcome(store.put(made, entry));
  return made;
}

function isPageKey(found: unknown): found is PageKey {
  return (
    typeof found === "object" &&
    found !== null &&
    "privateKey" in found &&
    found.privateKey instanceof CryptoKey &&
    "publicKey" in found &&
    typeof found.publicKey === "string"
  );
}

function outcome<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });
}
