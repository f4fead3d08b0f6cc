import type { PdfBody } from '#model/page/pdf-body.ts';
import type { OneBitImage } from '../images/one-bit-image.ts';
import type { ExactImage } from './exact-image.ts';
import { writeStream } from './pdf-fonts.ts';

/** The pictures of one PDF; each is written once. */
export class PdfImages {
  readonly #body: PdfBody;
  readonly #numbers = new Map<string, number>();
  #waiting: { readonly number: number; readonly image: OneBitImage }[] = [];

  constructor(body: PdfBody) {
    this.#body = body;
  }

  /** The object number that pages reference. It is written with the next `write`. */
  image({ key, image }: ExactImage): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#body.reserve();
      this.#numbers.set(key, number);
      this.#waiting.push({ number, image });
    }
    return number;
  }

  /** Writes the pictures that were requested since the last call. */
  async write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { number, image } of waiting) {
      const size = `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /BitsPerComponent 1 `;
      const mask = image.clear === null ? null : await writeStream(this.#body, image.clear, `${size}/ImageMask true `);
      const masked = mask === null ? '' : `/Mask ${mask} 0 R `;
      await writeStream(this.#body, image.paper, `${size}/ColorSpace /DeviceGray ${masked}`, number);
    }
  }
}
