import { ok, type Result } from '#model/kernel/result.ts';
import type { PreviewPage } from '#protocol/render.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { PrintRunHandle } from '#services/render/print-renderer.ts';

/** A sheet, with its index among all sheets. */
export interface SheetPage {
  /** Counted from 0; smaller than requested if there are fewer sheets. */
  readonly index: number;
  /** The number of sheets as far as known; every rejected row found later may decrease it. */
  readonly pageCount: number;
  /** False if some rows before it were not checked: rejected ones among them would move its labels. */
  readonly certain: boolean;
  readonly made: PreviewPage;
}

/** The sheets of a run over all records, made one by one. */
export interface SheetPaginator {
  page(index: number, signal: AbortSignal): Promise<Result<SheetPage>>;
}

/** The most labels checked on the way to a page, a few seconds of work; beyond it the page is shown as uncertain. */
const MOST_ON_THE_WAY = 600;
/** The most rejected labels that are skipped to fill one sheet. */
const MOST_REFUSED = 300;

interface Start {
  /** Index among all labels, including copies. */
  readonly label: number;
  readonly certain: boolean;
}

/**
 * Creates the paginator, which caches its findings: the start of a sheet depends on the rejected rows before it, which are
 * known only after rendering them. `repeats`: how often each record is on the sheets. `firstCell`: the cell of the first
 * label on the first sheet; the cells before it are used.
 */
export function createSheetPaginator(
  run: Pick<PrintRunHandle, 'previewPage' | 'sheet'>,
  source: RecordSource,
  repeats: number,
  firstCell = 0,
): SheetPaginator {
  const cells = run.sheet.cells.length;
  const total = source.count * repeats;
  /** True if rejections move nothing: each sheet has one label, or all labels are copies of one record. */
  const fixed = cells === 1 || source.count === 1;
  /** The starts of the sheets, from the first one without gaps. */
  const starts: Start[] = [{ label: 0, certain: true }];
  /** The starts of single sheets far beyond those. */
  const guesses = new Map<number, number>();
  /** The number of sheets; null until the last one has been made. */
  let end: number | null = null;
  const usedOn = (index: number): number => (index === 0 ? firstCell : 0);
  /** The number of sheets for the labels from this one on, if it starts the sheet with this index. */
  const pagesFrom = (index: number, label: number): number =>
    Math.ceil(Math.max(0, total - label + usedOn(index)) / cells);

  async function make(index: number, from: number, signal: AbortSignal): Promise<Result<PreviewPage>> {
    const to = Math.min(total, from + cells + (fixed ? 0 : MOST_REFUSED));
    const first = Math.floor(from / repeats);
    const read = await source.read(first, Math.ceil(to / repeats) - first, signal);
    if (!read.ok) return read;
    const records = [];
    for (let label = from; label < to; label++) {
      const record = read.value[Math.floor(label / repeats) - first];
      if (record !== undefined) records.push(record);
    }
    return run.previewPage(records, signal, usedOn(index));
  }

  async function walkTo(index: number, signal: AbortSignal): Promise<Result<SheetPage>> {
    for (let at = Math.min(index, starts.length - 1); ; at++) {
      const start = starts[at] ?? { label: 0, certain: false };
      const made = await make(at, start.label, signal);
      if (!made.ok) return made;
      const { labels } = made.value;
      const next = start.label + labels.length;
      const isLast = next >= total || labels.length === 0;
      const certain =
        start.certain &&
        (isLast || labels.filter((label) => label.cell !== null && label.verified).length === cells - usedOn(at));
      if (!isLast) starts[at + 1] ??= { label: next, certain };
      if (at === index || isLast) {
        if (isLast) end = at + 1;
        return ok({ index: at, pageCount: knownCount(), certain, made: made.value });
      }
    }
  }

  /** The known pages, plus those of the remaining labels if none were rejected. */
  function knownCount(): number {
    const known = starts.length - 1;
    return end ?? known + pagesFrom(known, starts.at(-1)?.label ?? 0);
  }

  async function jumpTo(index: number, from: number, signal: AbortSignal): Promise<Result<SheetPage>> {
    const made = await make(index, from, signal);
    if (!made.ok) return made;
    guesses.set(index + 1, from + made.value.labels.length);
    return ok({ index, pageCount: Math.max(index + 1, knownCount()), certain: fixed, made: made.value });
  }

  return {
    async page(wanted, signal) {
      const index = Math.min(Math.max(0, wanted), Math.max(0, (fixed ? pagesFrom(0, 0) : knownCount()) - 1));
      if (fixed) return jumpTo(index, Math.max(0, index * cells - firstCell), signal);
      const away = index - (starts.length - 1);
      if (away * cells <= MOST_ON_THE_WAY) return walkTo(index, signal);
      const guess = guesses.get(index) ?? (starts.at(-1)?.label ?? 0) + away * cells - usedOn(starts.length - 1);
      return jumpTo(index, Math.min(guess, total - 1), signal);
    },
  };
}
