import { POINTS_PER_INCH } from '#model/kernel/units.ts';

/** A page of a PDF: the zlib stream of a 1-bit grey PNG, which PDF's predictor 15 reads as it is. */
export interface PdfPage {
  readonly widthDots: number;
  readonly heightDots: number;
  readonly dpi: number;
  readonly compressed: Uint8Array;
  /** So many pages show this one picture. */
  readonly copies: number;
}

const CATALOG = 1;
const PAGES = 2;
const FIRST_FREE = 3;
/**
 * The picture ends this much inside the page's edges. Renderers fill every pixel that a picture touches, and one that
 * ends exactly on a pixel's edge touches the next: Poppler would stretch it by a row and a column.
 */
const INSET_POINTS = 0.0002;

/**
 * A PDF of bitmaps, written page after page: no picture is held. The page box is the bitmap's own size, so that a dot
 * of the file is a dot of the printer when printed at 100 %.
 */
export async function writeBitmapPdf(
  write: (bytes: Uint8Array) => Promise<void>,
  pages: AsyncIterable<PdfPage>,
): Promise<void> {
  const body = new PdfBody(write);
  await body.start();
  for await (const page of pages) await body.add(page);
  await body.end();
}

class PdfBody {
  readonly #sink: (bytes: Uint8Array) => Promise<void>;
  #length = 0;
  #next = FIRST_FREE;
  readonly #offsets = new Map<number, number>();
  readonly #kids: number[] = [];

  constructor(sink: (bytes: Uint8Array) => Promise<void>) {
    this.#sink = sink;
  }

  async start(): Promise<void> {
    // The comment of four high bytes marks the file as binary (ISO 32000-1, 7.5.2).
    await this.#write(latin1('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'));
  }

  async add(page: PdfPage): Promise<void> {
    const width = points(page.widthDots, page.dpi);
    const height = points(page.heightDots, page.dpi);
    const image = await this.#object(
      `<< /Type /XObject /Subtype /Image /Width ${page.widthDots} /Height ${page.heightDots} ` +
        '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode ' +
        `/DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent 1 /Columns ${page.widthDots} >> ` +
        `/Length ${page.compressed.length} >>`,
      page.compressed,
    );
    const drawing = latin1(
      `q ${round(width - 2 * INSET_POINTS)} 0 0 ${round(height - 2 * INSET_POINTS)} ` +
        `${INSET_POINTS} ${INSET_POINTS} cm /I Do Q`,
    );
    const contents = await this.#object(`<< /Length ${drawing.length} >>`, drawing);
    for (let copy = 0; copy < page.copies; copy++) {
      this.#kids.push(
        await this.#object(
          `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${round(width)} ${round(height)}] ` +
            `/Resources << /XObject << /I ${image} 0 R >> >> /Contents ${contents} 0 R >>`,
        ),
      );
    }
  }

  async end(): Promise<void> {
    const kids = this.#kids.map((kid) => `${kid} 0 R`).join(' ');
    await this.#object(`<< /Type /Pages /Count ${this.#kids.length} /Kids [${kids}] >>`, null, PAGES);
    // Viewers scale to fit unless told not to; labels must come out in their own size.
    await this.#object(
      `<< /Type /Catalog /Pages ${PAGES} 0 R /ViewerPreferences << /PrintScaling /None >> >>`,
      null,
      CATALOG,
    );
    const start = this.#length;
    const entries = [`xref\n0 ${this.#next}\n0000000000 65535 f \n`];
    for (let number = 1; number < this.#next; number++) {
      entries.push(`${String(this.#offsets.get(number) ?? 0).padStart(10, '0')} 00000 n \n`);
    }
    entries.push(`trailer\n<< /Size ${this.#next} /Root ${CATALOG} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    await this.#write(latin1(entries.join('')));
  }

  async #object(dictionary: string, stream: Uint8Array | null = null, number: number = this.#next++): Promise<number> {
    this.#offsets.set(number, this.#length);
    await this.#write(latin1(`${number} 0 obj\n${dictionary}\n${stream === null ? '' : 'stream\n'}`));
    if (stream !== null) await this.#write(stream);
    await this.#write(latin1(`${stream === null ? '' : '\nendstream\n'}endobj\n`));
    return number;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#sink(bytes);
    this.#length += bytes.length;
  }
}

/** Rounded down: a hair too much would be another row of pixels in a renderer that rounds up. */
function points(dots: number, dpi: number): number {
  return Math.floor(((dots * POINTS_PER_INCH) / dpi) * 10_000 + 1e-6) / 10_000;
}

function round(points: number): number {
  return Number(points.toFixed(4));
}

/** One byte a character. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
