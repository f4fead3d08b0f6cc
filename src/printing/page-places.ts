import type { JournalPage, RefusedLabel } from '#protocol/printing.ts';
import type { LabelOutcome } from '#protocol/render.ts';

/**
 * Tracks which labels of a run are on which page, and which were rejected before it. Labels are identified by their
 * places among all that the run lays out, counted from 0.
 */
export class PagePlaces {
  #next: number;
  /** Verified labels that are on no page yet. */
  readonly #waiting: number[] = [];
  readonly #refused: { readonly place: number; readonly label: RefusedLabel }[] = [];

  /** `first`: the place of the first label to render. */
  constructor(first: number) {
    this.#next = first;
  }

  /** The next labels, in order; `copies`: how often each would be printed. */
  made(labels: readonly LabelOutcome[], copies: readonly number[]): void {
    for (const [i, { row, verified, problems }] of labels.entries()) {
      const place = this.#next++;
      if (verified) this.#waiting.push(place);
      else {
        const reasons = problems.map(({ elementName, problem }) => ({ elementName, problem }));
        this.#refused.push({ place, label: { row, copies: copies[i] ?? 1, reasons } });
      }
    }
  }

  /** The next page, with this many labels. Labels rejected after its last label belong to a later page. */
  page(labels: number): Pick<JournalPage, 'places' | 'refused'> {
    const places = this.#waiting.splice(0, labels);
    const last = places.at(-1) ?? -1;
    const behind = this.#refused.findIndex(({ place }) => place > last);
    const refused = this.#refused.splice(0, behind < 0 ? this.#refused.length : behind);
    return { places, refused: refused.map(({ label }) => label) };
  }
}
