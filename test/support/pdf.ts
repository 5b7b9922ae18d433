import { deflateSync } from "node:zlib";

/** Small on the disk and minutes of work: one page that writes a letter millions of times. */
export function endlessPdf(): Buffer {
  const packed = deflateSync(Buffer.from(`BT /F1 12 Tf ${"(a) Tj 1 0 0 1 0 0 cm ".repeat(3_000_000)} ET`), {
    level: 9,
  });
  const [before = "", after = ""] = pdfWith(["x"]).split(/<< \/Length \d+ >>\nstream\n.*\nendstream/s);
  const head = `${before}<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), packed, Buffer.from(`\nendstream${after}`, "latin1")]);
}

/** A small PDF with one line of text a page. */
export function pdfWith(pages: readonly string[]): string {
  const kids = pages.map((_, index) => `${3 + index * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap((text, index) => {
      const stream = text === "" ? "" : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + index * 2} 0 R ` +
          "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return `${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}
