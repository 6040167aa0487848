// Print the text of every page of a PDF as pdf.js gives it to a copying reader:
// one JSON string a page. Usage: node pdfjs_text.mjs NODE_MODULES PAPER.pdf
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, paper] = process.argv.slice(2);
const root = resolve(modules, "pdfjs-dist");
const { getDocument } = await import(
  pathToFileURL(`${root}/legacy/build/pdf.mjs`).href
);
const pdf = await getDocument({
  data: new Uint8Array(readFileSync(paper)),
  standardFontDataUrl: `${root}/standard_fonts/`,
  cMapUrl: `${root}/cmaps/`,
  cMapPacked: true,
  verbosity: 0,
}).promise;
for (let number = 1; number <= pdf.numPages; number++) {
  const page = await pdf.getPage(number);
  const content = await page.getTextContent();
  const text = content.items
    .map((item) => item.str + (item.hasEOL ? "\n" : ""))
    .join("");
  console.log(JSON.stringify(text));
}
