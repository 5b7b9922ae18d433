import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { keyWord, type ProviderSettings } from "../../src-preload/contract/settings.ts";
import { isLoopback, isWebAddress } from "../models/addresses.ts";
import { hiddenValue } from "../models/extra-headers.ts";
import { type TextKey, text } from "../words.ts";
import { providerOfKey, providerSpec } from "./provider-specs.ts";
import { headerName, isKeyText } from "./unsendable.ts";

/** What is left out stays as it is. */
export interface ProviderChange {
  readonly name: string;
  /** "" takes the key away. */
  readonly apiKey?: string | undefined;
  /** "" is the usual address. */
  readonly apiBase?: string | undefined;
  /** All headers; one whose value was not shown keeps its stored value. */
  readonly extraHeaders?: Readonly<Record<string, string>> | undefined;
  readonly models?: readonly string[] | undefined;
}

/** The field of a form that is wrong. */
type ProviderField = "name" | "apiKey" | "apiBase" | "headerName" | "headerValue";

const mostKeyChars = 4000;
const mostAddressChars = 2000;
const mostNameChars = 100;
const mostValueChars = 4000;

/** What HTTP itself needs: another value would break the request. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...["host", "connection", "keep-alive", "upgrade", "expect", "te", "trailer"],
  ...["content-length", "transfer-encoding"],
]);

function wrong(field: ProviderField, key: TextKey, values: Readonly<Record<string, string>> = {}): ContractError {
  return contractError("invalid-input", text(key, values), { field });
}

/** What is wrong with a change of a provider, in words for the person, with its `field` in `data`. */
export function problemOfChange(change: ProviderChange, own: ProviderSettings | undefined): ContractError | null {
  const { name, apiKey = "", apiBase, extraHeaders = {} } = change;
  const provider = providerSpec(name)?.title ?? name;
  const given = apiBase === undefined ? (own?.apiBase ?? "") : apiBase.trim();
  const usual = providerSpec(name)?.apiBase ?? baseOfKey(apiKey.trim());
  const address = given === "" ? (usual ?? "") : given;
  return (
    problemOfName(name) ??
    problemOfKey(apiKey.trim(), provider) ??
    problemOfAddress(address, provider) ??
    firstProblem(Object.entries(extraHeaders), ([header, value]) => problemOfHeader(header, value))
  );
}

/** A key that names its provider brings the address along: once it lies in the key store, nothing else tells it. */
export function baseOfKey(key: string): string | null {
  const known = providerOfKey(key);
  return known?.isSure === true ? known.spec.apiBase : null;
}

function firstProblem<Item>(
  items: readonly Item[],
  problemOf: (item: Item) => ContractError | null,
): ContractError | null {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfName(name: string): ContractError | null {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name) ? null : wrong("name", "provider.badName", { name });
}

function problemOfKey(key: string, provider: string): ContractError | null {
  if (key.length > mostKeyChars) return wrong("apiKey", "provider.longKey");
  if (isWebAddress(key)) return wrong("apiKey", "provider.addressAsKey");
  return isKeyText(key) ? null : wrong("apiKey", "provider.badKey", { provider });
}

function problemOfAddress(address: string, provider: string): ContractError | null {
  if (address === "") return wrong("apiBase", "provider.noAddress", { provider });
  if (address.length > mostAddressChars) return wrong("apiBase", "provider.longAddress");
  if (address.includes(keyWord)) return wrong("apiBase", "settings.shownKey", { key: keyWord });
  if (!isWebAddress(address)) return notTheWeb(address);
  const { username, password } = new URL(address);
  return username + password === "" ? null : wrong("apiBase", "provider.keyInAddress");
}

/** `localhost:8000` lacks its beginning; `ftp://…` has another one. */
function notTheWeb(address: string): ContractError {
  if (/^[a-z]+:\/\//i.test(address)) return wrong("apiBase", "provider.otherScheme");
  const near = `${isLoopback(`http://${address}`) ? "http" : "https"}://${address}`;
  return URL.canParse(near)
    ? wrong("apiBase", "provider.nearAddress", { near })
    : wrong("apiBase", "provider.badAddress");
}

function problemOfHeader(header: string, value: string): ContractError | null {
  if (header === "") return wrong("headerName", "provider.header.noName");
  if (header.length > mostNameChars) return wrong("headerName", "provider.header.longName");
  if (header.includes(":")) return wrong("headerName", "provider.header.colon");
  if (!headerName.test(header)) return wrong("headerName", "provider.header.badName", { header });
  if (ownHeaders.has(header.toLowerCase())) return wrong("headerName", "provider.header.ours", { header });
  return problemOfValue(header, value);
}

function problemOfValue(header: string, value: string): ContractError | null {
  if (value === hiddenValue) return null;
  if (value.length > mostValueChars) return wrong("headerValue", "provider.header.longValue");
  if (/[\r\n]/.test(value)) return wrong("headerValue", "provider.header.lines", { header });
  return /^[\t\x20-\x7e]*$/.test(value) ? null : wrong("headerValue", "provider.header.plain", { header });
}
