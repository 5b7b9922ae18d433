/*
 * Content that tries to run a script (`window.__hit`) or to load something from elsewhere, in families. `trap` is the
 * address of a server that counts what comes in.
 */

const call = "window.__hit=1";

const events = [
  "onerror",
  "onload",
  "onclick",
  "onmouseover",
  "onfocus",
  "ontoggle",
  "onpointerenter",
  "onanimationstart",
];
const tags = [
  "img src=x",
  "svg",
  "body",
  "input autofocus",
  "details open",
  "video src=x",
  "audio src=x",
  "iframe",
  "math",
  "a href=#",
];

const rawTags = [
  `<script>${call}</script>`,
  `<SCRIPT>${call}</SCRIPT>`,
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<script src="data:text/javascript,${call}"></script>`,
  `<script type=module>${call}</script>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><script href="data:text/javascript,${call}"/></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<svg><set attributeName=onmouseover to=${call}>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${call}</script></svg>#x"/></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.${call}</script>"></iframe></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${call}>`,
  `<math href="javascript:${call}">x</math>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<iframe src="javascript:parent.${call}"></iframe>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<form action="javascript:${call}"><button autofocus>x</button></form>`,
  `<button formaction="javascript:${call}">x</button>`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  `<base href="javascript:${call}//">`,
  `<template><script>${call}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>"></noscript>`,
  `<style>@import "javascript:${call}"</style>`,
  `<div style="background:url(javascript:${call})">x</div>`,
  `<textarea></textarea><img src=x onerror=${call}>`,
  `<!--><img src=x onerror=${call}>-->`,
  `<![CDATA[><img src=x onerror=${call}>]]>`,
  `<x contenteditable onblur=${call}>x</x>`,
  `<isindex action=javascript:${call}>`,
  `</p><img src=x onerror=${call}>`,
  `<img src="x\`onerror=${call}//">`,
  `<img """><script>${call}</script>">`,
];

const schemes = [
  "javascript:",
  "JaVaScRiPt:",
  "java\tscript:",
  " javascript:",
  "&#106;avascript:",
  "&#x6A;avascript&colon;",
  "javascript&#58;",
  "\u0001javascript:",
  "%6Aavascript:",
  "vbscript:",
  "data:text/html,<script>parent.",
  "data:text/html;base64,",
  "data:image/svg+xml,<svg onload=",
  "blob:javascript:",
  "filesystem:javascript:",
  "view-source:javascript:",
  "ｊavascript:",
];

const linkShapes = [
  (url: string) => `[click](${url})`,
  (url: string) => `[click](<${url}>)`,
  (url: string) => `![image](${url})`,
  (url: string) => `<${url}>`,
  (url: string) => `[![a](${url})](${url})`,
  (url: string) => `<a href="${url}">click</a>`,
];

const fences = [
  (code: string) => `\`\`\`html\n${code}\n\`\`\``,
  (code: string) => `\`\`\`mermaid\ngraph TD; A["${code}"] --> B; click A "javascript:${call}"\n\`\`\``,
  (code: string) => `$$\\href{javascript:${call}}{${code}}$$`,
  (code: string) => `$\\htmlData{x=${code}}{y}$`,
  (code: string) => `\u001b]8;;javascript:${call}\u0007${code}\u001b]8;;\u0007\u001b[31m`,
  (code: string) => `| a | b |\n|---|---|\n| ${code} | x |`,
];

/** Script payloads, one a string. */
export function scriptPayloads(): readonly string[] {
  return [
    ...rawTags,
    ...tags.flatMap((tag) => events.map((event) => `<${tag} ${event}="${call}">`)),
    ...schemes.flatMap((scheme) => linkShapes.map((shape) => shape(`${scheme}${call}`))),
    ...fences.flatMap((fence) => [`<img src=x onerror=${call}>`, `</code><script>${call}</script>`].map(fence)),
  ];
}

/** What would make a browser ask the trap, one a string. */
export function loadCarriers(trap: string): readonly string[] {
  let count = 0;
  const at = () => `${trap}/${count++}`;
  const shapes: readonly ((url: string) => string)[] = [
    (url) => `![a](${url}.png)`,
    (url) => `![a](<${url}.png> "title")`,
    (url) => `![a][ref]\n\n[ref]: ${url}.png`,
    (url) => `[![a](${url}.png)](${url})`,
    (url) => `![a](${url.replace("http:", "HTTP:")})`,
    (url) => `![a](${url.replace("http:", "")})`,
    (url) => `<img src="${url}">`,
    (url) => `<img srcset="${url} 1x, ${url}?2 2x">`,
    (url) => `<picture><source srcset="${url}"><img></picture>`,
    (url) => `<video src="${url}" autoplay></video>`,
    (url) => `<video poster="${url}"></video>`,
    (url) => `<audio src="${url}" autoplay></audio>`,
    (url) => `<track src="${url}">`,
    (url) => `<iframe src="${url}"></iframe>`,
    (url) => `<object data="${url}"></object>`,
    (url) => `<embed src="${url}">`,
    (url) => `<link rel=stylesheet href="${url}">`,
    (url) => `<link rel=prefetch href="${url}">`,
    (url) => `<link rel=preload as=image href="${url}">`,
    (url) => `<link rel=dns-prefetch href="${url}">`,
    (url) => `<style>@import url(${url});</style>`,
    (url) => `<style>body{background:url(${url})}</style>`,
    (url) => `<div style="background-image:url(${url})">x</div>`,
    (url) => `<div style="list-style:url('${url}')">x</div>`,
    (url) => `<table background="${url}"><tr><td>x</table>`,
    (url) => `<body background="${url}">`,
    (url) => `<input type=image src="${url}">`,
    (url) => `<svg><image href="${url}"/></svg>`,
    (url) => `<svg><use xlink:href="${url}#x"/></svg>`,
    (url) => `<svg><feImage href="${url}"/></svg>`,
    (url) => `<meta http-equiv=refresh content="0;url=${url}">`,
    (url) => `<base href="${url}/"><img src=x.png>`,
    (url) => `<form action="${url}"><input name=a autofocus></form>`,
    (url) => `<script src="${url}"></script>`,
    (url) => `<svg><script href="${url}"/></svg>`,
    (url) => `<noscript><img src="${url}"></noscript>`,
    (url) => `<template><img src="${url}"></template>`,
    (url) => `<frame src="${url}">`,
    (url) => `<bgsound src="${url}">`,
    (url) => `<a ping="${url}" href="${url}">x</a>`,
    (url) => `<html manifest="${url}">`,
    (url) => `${url}/autolink`,
    (url) => `<${url}/autolink>`,
    (url) => `$$\\includegraphics{${url}.png}$$`,
    (url) => `\`\`\`mermaid\ngraph TD; A["<img src='${url}'>"] --> B; style A fill:url(${url})\n\`\`\``,
    (url) => `\u001b]8;;${url}\u0007link\u001b]8;;\u0007`,
    (url) => `![a](&#104;ttp${url.slice(4)})`,
  ];
  return shapes.map((shape) => shape(at()));
}
