/** Hosts as they are typed, a few or one a line; `wrong`: the first word that is no name, no address and no range. */
export type TypedHosts =
  | { readonly kind: "hosts"; readonly hosts: readonly string[] }
  | { readonly kind: "wrong"; readonly word: string };

const name = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
const onlyNumbers = /^[\d.]+$/;

export function readTypedHosts(lines: string): TypedHosts {
  const words = lines.split(/[\s,;]+/).filter((word) => word !== "");
  const wrong = words.find((word) => !isHost(word));
  return wrong === undefined ? { kind: "hosts", hosts: [...new Set(words)] } : { kind: "wrong", word: wrong };
}

function isHost(word: string): boolean {
  const [address = "", bits, ...rest] = word.split("/");
  const plain = address.replace(/^\[(.*)\]$/, "$1");
  const most = plain.includes(":") ? 128 : 32;
  const isAddress = plain.includes(":") ? isAddress6(plain) : isAddress4(plain);
  if (bits !== undefined) return isAddress && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
  return isAddress || (!onlyNumbers.test(word) && name.test(word));
}

function isAddress4(words: string): boolean {
  const parts = words.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

/** As the parser of addresses sees it. */
function isAddress6(words: string): boolean {
  return /^[\da-f:.]+$/i.test(words) && URL.canParse(`http://[${words}]/`);
}
