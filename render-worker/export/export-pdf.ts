import { MM_PER_INCH, POINTS_PER_INCH, type Mm } from '#model/kernel/units.ts';
import { latin1, PdfBody } from '#model/page/pdf-body.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import type { FaceFiles } from './face-files.ts';
import { pdfContent } from './pdf-content.ts';
import { PdfFonts, writeStream } from './pdf-fonts.ts';
import { PdfImages } from './pdf-images.ts';
import type { VectorPage } from './vector-page.ts';

/**
 * A PDF of shapes and real text, written page by page: it holds only the glyphs that were used. Symbols are exact to
 * the dot, images are the dots that print, pages have the size of their label or sheet.
 */
export class VectorPdf {
  readonly #body: PdfBody;
  readonly #library: ImageLibrary;
  readonly #fonts: PdfFonts;
  readonly #images: PdfImages;

  constructor(write: (bytes: Uint8Array) => Promise<void>, files: FaceFiles, library: ImageLibrary) {
    this.#body = new PdfBody(write);
    this.#library = library;
    this.#fonts = new PdfFonts(this.#body, files);
    this.#images = new PdfImages(this.#body);
  }

  start(): Promise<void> {
    return this.#body.start();
  }

  /** The files of the page's faces must be open. */
  async add(page: VectorPage): Promise<void> {
    const content = pdfContent(page, { fonts: this.#fonts, images: this.#images, library: this.#library });
    await this.#images.write();
    const number = await writeStream(this.#body, latin1(content.operators), '');
    const fonts = [...content.fonts].map((font) => `/F${font} ${font} 0 R`).join(' ');
    const images = [...content.images].map((image) => `/I${image} ${image} 0 R`).join(' ');
    const resources = `<< /Font << ${fonts} >> /XObject << ${images} >> >>`;
    await this.#body.page(points(page.widthMm), points(page.heightMm), resources, number);
  }

  async end(): Promise<void> {
    await this.#fonts.write();
    await this.#body.end();
  }
}

/** Rounded down: a tiny excess would be another row of pixels in a renderer that rounds up. */
function points(mm: Mm): number {
  return Math.floor(((mm * POINTS_PER_INCH) / MM_PER_INCH) * 10_000 + 1e-6) / 10_000;
}
