const CATALOG = 1;
const PAGES = 2;
const FIRST_FREE = 3;
const END_OF_STREAM = '\nendstream\nendobj\n';

/**
 * The frame of a PDF file (objects, page tree, cross-reference table), written incrementally: only the positions of
 * objects are held. Objects may come in any order, so that content known only at the end (a font's glyphs) can be
 * written last.
 */
export class PdfBody {
  readonly #sink: (bytes: Uint8Array) => Promise<void>;
  #length = 0;
  /** What is written with the next stream, or at the end of the page: a page has many short texts. */
  #text = '';
  #next = FIRST_FREE;
  readonly #offsets = new Map<number, number>();
  readonly #kids: number[] = [];

  constructor(sink: (bytes: Uint8Array) => Promise<void>) {
    this.#sink = sink;
  }

  async start(): Promise<void> {
    // A comment of four high bytes marks the file as binary (ISO 32000-1, 7.5.2).
    this.#text += '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
    await this.#writeText();
  }

  /** Reserves an object number that is written later, but before `end`. */
  reserve(): number {
    return this.#next++;
  }

  /** Adds an object. `dictionary` needs a `/Length` only when there is a stream; a text has one byte per character. */
  async object(
    dictionary: string,
    stream: Uint8Array | string | null = null,
    number: number = this.reserve(),
  ): Promise<number> {
    this.#offsets.set(number, this.#length + this.#text.length);
    this.#text += `${number} 0 obj\n${dictionary}\n`;
    if (stream === null) {
      this.#text += 'endobj\n';
      return number;
    }
    this.#text += 'stream\n';
    if (typeof stream === 'string') this.#text += stream;
    else {
      await this.#writeText();
      await this.#write(stream);
    }
    this.#text += END_OF_STREAM;
    return number;
  }

  /**
   * Adds a page, and writes everything up to its end. `resources` is a dictionary, `contents` the number of the page's
   * content stream.
   */
  async page(widthPoints: number, heightPoints: number, resources: string, contents: number): Promise<void> {
    this.#kids.push(
      await this.object(
        `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${round(widthPoints)} ${round(heightPoints)}] ` +
          `/Resources ${resources} /Contents ${contents} 0 R >>`,
      ),
    );
    await this.#writeText();
  }

  /** Completes the file with the page tree and the cross-reference table. */
  async end(): Promise<void> {
    const kids = this.#kids.map((kid) => `${kid} 0 R`).join(' ');
    await this.object(`<< /Type /Pages /Count ${this.#kids.length} /Kids [${kids}] >>`, null, PAGES);
    // Viewers scale pages to fit by default; labels must be printed at their own size.
    await this.object(
      `<< /Type /Catalog /Pages ${PAGES} 0 R /ViewerPreferences << /PrintScaling /None >> >>`,
      null,
      CATALOG,
    );
    const start = this.#length + this.#text.length;
    const entries = [`xref\n0 ${this.#next}\n0000000000 65535 f \n`];
    for (let number = 1; number < this.#next; number++) {
      const offset = this.#offsets.get(number);
      if (offset === undefined) throw new Error(`object ${number} was reserved and never written`);
      entries.push(`${String(offset).padStart(10, '0')} 00000 n \n`);
    }
    entries.push(`trailer\n<< /Size ${this.#next} /Root ${CATALOG} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    this.#text += entries.join('');
    await this.#writeText();
  }

  async #writeText(): Promise<void> {
    const bytes = latin1(this.#text);
    this.#text = '';
    await this.#write(bytes);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#sink(bytes);
    this.#length += bytes.length;
  }
}

function round(points: number): number {
  return Number(points.toFixed(4));
}

/** One byte per character. */
export function latin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
