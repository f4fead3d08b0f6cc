/** A page of a handwritten PDF. */
export interface WrittenPage {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Operators of the content stream. */
  readonly content: string;
  /** `/Rotate` and other entries of the page, as in the file. */
  readonly entries?: string;
  /** Entries of `/Resources`. */
  readonly resources?: string;
}

/** A PDF of these pages, each object on its own; further objects are numbered from 1 after those of the pages. */
export function writePdf(pages: readonly WrittenPage[], further: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const pageNumber = (i: number): number => 3 + 2 * i;
  const firstFurther = pageNumber(pages.length);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${pageNumber(i)} 0 R`).join(' ')}] >>`,
    ...pages.flatMap(({ widthPt, heightPt, content, entries = '', resources = '' }, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${widthPt} ${heightPt}] ${entries} ` +
        `/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> ${resources} >> ` +
        `/Contents ${pageNumber(i) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    ...further,
  ].map((object) => object.replaceAll(/@(\d+)/g, (_, n: string) => `${firstFurther + Number(n) - 1} 0 R`));
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, (letter) => letter.charCodeAt(0));
}
