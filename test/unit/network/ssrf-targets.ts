/*
 * Addresses that no model may reach, made by rules: each private or special place in each way of writing it.
 */

/** One of each special range, and the ends of the common ones. */
const privateV4 = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.254"],
  ...["127.0.0.1", "127.1.2.3", "127.255.255.254", "169.254.169.254", "169.254.170.2", "169.254.0.23", "172.16.0.1"],
  ...["172.31.255.254", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.254", "198.18.0.1"],
  ...["198.19.255.254", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"],
  "168.63.129.16",
];

const fewV4 = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "172.16.0.1", "100.64.0.1", "168.63.129.16"];

const privateV6 = [
  ...[
    "::",
    "::1",
    "0:0:0:0:0:0:0:1",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "fdff::1",
    "ff02::1",
  ],
  ...[
    "ff05::1:3",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
  ],
  ...["2001:db8::1", "3fff::1", "3ffe::1", "2002::1", "5f00::1", "4000::1", "e000::1", "8000::1", "64:ff9b:1::1"],
];

/** Ways in which systems and libraries of old wrote an IPv4 address, and signs that are read as its own. */
const formsOfV4: readonly ((parts: readonly [number, number, number, number]) => string)[] = [
  (parts) => parts.join("."),
  (parts) => String(numberOf(parts)),
  (parts) => `0x${numberOf(parts).toString(16)}`,
  (parts) => `0${numberOf(parts).toString(8)}`,
  (parts) => parts.map((part) => `0x${part.toString(16)}`).join("."),
  (parts) => parts.map((part) => `0${part.toString(8)}`).join("."),
  ([a, b, c, d]) => `${a}.${(b << 16) | (c << 8) | d}`,
  ([a, b, c, d]) => `${a}.${b}.${(c << 8) | d}`,
  ([a, b, c, d]) => `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}`,
  (parts) => `${parts.join(".")}.`,
  (parts) => parts.join("%2e"),
  (parts) => `${parts.join("%2E")}.`,
  (parts) => parts.join("。"),
  (parts) => parts.join("．"),
  (parts) => wide(parts.join(".")),
  (parts) => circled(parts.join(".")),
  (parts) => parts.join(".").replace(/\d/, (digit) => `%3${digit}`),
  (parts) => `public.example@${parts.join(".")}`,
  (parts) => `1.1.1.1:80@${parts.join(".")}:80`,
];

/** IPv4 inside of IPv6: mapped, compatible, translated, 6to4, NAT64, with and without dots. */
const insideV6: readonly ((dotted: string, hex: string) => string)[] = [
  (dotted) => `[::ffff:${dotted}]`,
  (_dotted, hex) => `[::ffff:${hex}]`,
  (_dotted, hex) => `[0:0:0:0:0:ffff:${hex}]`,
  (dotted) => `[::${dotted}]`,
  (dotted) => `[::ffff:0:${dotted}]`,
  (dotted) => `[64:ff9b::${dotted}]`,
  (_dotted, hex) => `[64:ff9b::${hex}]`,
  (_dotted, hex) => `[64:ff9b:1::${hex}]`,
  (_dotted, hex) => `[2002:${hex}::1]`,
  (_dotted, hex) => `[2001:0:${hex}::]`,
];

const names = [
  ...["localhost", "LOCALHOST", "localhost.", "x.localhost", "a.b.localhost", "localhost.localdomain", "printer"],
  ...["printer.local", "metadata.google.internal", "metadata", "instance-data.ec2.internal", "router.lan", "nas.home"],
  ...[
    "box.home.arpa",
    "wiki.corp",
    "wiki.intranet",
    "db.private",
    "ｌｏｃａｌｈｏｓｔ",
    "loc%61lhost",
    "abcdefgh.onion",
  ],
  "kubernetes.default.svc.cluster.local",
];

const schemes = [
  ...["file:///etc/passwd", "ftp://public.example/", "gopher://public.example/", "data:text/html,hi", "javascript:1"],
  ...["ws://public.example/", "view-source:https://public.example/", "about:blank", "blob:https://public.example/1"],
  ...[
    "unix:///var/run/docker.sock",
    "dict://public.example:11211/",
    "ldap://public.example/",
    "jar:http://public.example",
  ],
];

/** Public hosts at ports of other protocols. */
const ports = [21, 22, 25, 53, 110, 143, 465, 587, 993, 2375, 3306, 5432, 6000, 6379, 9200, 10250, 11211, 27017, 0];

function numberOf([a, b, c, d]: readonly [number, number, number, number]): number {
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function partsOf(address: string): readonly [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return [a, b, c, d];
}

function wide(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

function circled(text: string): string {
  return text.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1));
}

function hexOf(address: string): string {
  const [a, b, c, d] = partsOf(address);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** Refused by their letters alone. */
export const literalTargets: readonly string[] = [
  ...privateV4.flatMap((address) => formsOfV4.slice(0, 6).map((form) => `http://${form(partsOf(address))}/`)),
  ...fewV4.flatMap((address) => formsOfV4.slice(6).map((form) => `http://${form(partsOf(address))}:8080/admin`)),
  ...fewV4.flatMap((address) => insideV6.map((form) => `http://${form(address, hexOf(address))}/`)),
  ...privateV6.map((address) => `https://[${address}]/`),
  ...["0x7f.1", "0177.1", "0xa.1", "0", "0x0", "00"].map((host) => `http://${host}:8080/admin`),
  ...names.map((name) => `http://${name}/`),
  ...schemes,
  ...ports.map((port) => `http://public.example:${port}/`),
];

/** What the name of a public-looking host is answered with: each has an address that is private. */
export const privateAnswers: readonly (readonly string[])[] = [
  ...[...privateV4, ...privateV6].map((address) => [address]),
  ...privateV4.map((address) => ["93.184.216.34", address]),
  ...fewV4.flatMap((address) => [[`::ffff:${address}`], [`64:ff9b::${hexOf(address)}`], [`2002:${hexOf(address)}::1`]]),
  ["fe80::1%eth0"],
  [],
];

/** Public ones, which are let through: the address, and what its name leads to. */
export const publicTargets: readonly (readonly [string, readonly string[]])[] = [
  ...["1.1.1.1", "8.8.8.8", "9.9.9.9", "93.184.216.34", "172.15.255.255", "172.32.0.1", "100.63.255.255"].map(literal),
  ...["100.128.0.1", "126.255.255.255", "128.0.0.1", "169.253.1.1", "192.167.1.1", "192.169.1.1", "198.17.1.1"].map(
    literal,
  ),
  ...["198.20.0.1", "223.255.255.1", "11.0.0.1", "9.255.255.255"].map(literal),
  ...["2606:4700::1111", "2a00:1450:4001::1", "2400:cb00::1", "2001:4860:4860::8888", "2600::1", "2003::1"].map(
    (address) => [`https://[${address}]/`, []] as const,
  ),
  ["https://ok.example/", ["93.184.216.34"]],
  ["https://ok.example/", ["93.184.216.34", "2606:4700::1111"]],
  ["http://ok.example:8080/path?q=1#part", ["93.184.216.34"]],
  ["http://ok.example:3000/", ["2606:4700::1111"]],
  ["https://ok.example./", ["93.184.216.34"]],
  ["https://OK.Example/", ["93.184.216.34"]],
  ["https://bücher.example/", ["93.184.216.34"]],
  ["https://local.example/", ["93.184.216.34"]],
  ["https://internal.example/", ["93.184.216.34"]],
  ["https://localhost.example/", ["93.184.216.34"]],
  ["https://127.0.0.1.example/", ["93.184.216.34"]],
  ["`https://ok.example/x`", ["93.184.216.34"]],
  ["<https://ok.example/>", ["93.184.216.34"]],
  ["https://user:word@ok.example/", ["93.184.216.34"]],
  // Networks without IPv4 (NAT64).
  ["https://ok.example/", ["64:ff9b::5db8:d822"]],
  ["https://en.ok.example/wiki/Thing_(other)", ["93.184.216.34"]],
];

function literal(address: string): readonly [string, readonly string[]] {
  return [`http://${address}/`, []];
}
