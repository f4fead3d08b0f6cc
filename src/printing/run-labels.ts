import { lastNotAbove } from '#model/kernel/last-not-above.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { KeptPage } from '#protocol/printing.ts';

/** One label of a run: a copy, counted from 1, of the record at a place, counted from 0. */
export interface LabelSpot {
  readonly record: number;
  readonly copy: number;
}

/**
 * All requested labels of a run, in printing order, including copies. A label is identified by the number of labels
 * before it.
 */
export interface RunLabels {
  readonly count: number;
  /** How many labels the record at this place gives. */
  of(record: number): number;
  /** How many labels come before those of the record. */
  before(record: number): number;
  /** The spot of the label with this many labels before it. */
  spot(label: number): LabelSpot;
}

/** `copies`: how often the run prints the labels of each record. */
export function runLabels({ count, copiesAt }: Pick<RecordSource, 'count' | 'copiesAt'>, copies: number): RunLabels {
  if (copiesAt === undefined) {
    return {
      count: count * copies,
      of: () => copies,
      before: (record) => record * copies,
      spot: (label) => ({ record: Math.floor(label / copies), copy: (label % copies) + 1 }),
    };
  }
  const sums = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) sums[i + 1] = (sums[i] as number) + copiesAt(i) * copies;
  const before = (record: number): number => sums[record] as number;
  return {
    count: before(count),
    of: (record) => before(record + 1) - before(record),
    before,
    spot(label) {
      const record = lastNotAbove(sums, label);
      return { record, copy: label - before(record) + 1 };
    },
  };
}

/** The labels of a run that were printed, or may have been, in that order. */
export interface PrintedLabels {
  readonly count: number;
  /** The n-th of them, counted from 1, identified as in `RunLabels`; null if there is none. */
  nth(n: number): number | null;
  /** How many of them there are up to this label; null for a label that was not printed. */
  numberOf(label: number): number | null;
  /** How many of the first n are unconfirmed. */
  inDoubt(n: number): number;
}

/** `pages`: those of the run's journal, by their sequences; `cells`: how many labels a sheet has. */
export function printedLabels(pages: readonly KeptPage[], labels: RunLabels, cells: number): PrintedLabels {
  const firsts: number[] = [];
  /** How many labels were printed before each range of labels, and at its end their total. */
  const sums: number[] = [0];
  const doubtful: number[] = [0];
  function add(first: number, count: number, isDoubtful: boolean): void {
    firsts.push(first);
    sums.push((sums.at(-1) as number) + count);
    doubtful.push((doubtful.at(-1) as number) + (isDoubtful ? count : 0));
  }
  for (const { state, places, labels: count } of pages) {
    if (state === 'notPrinted') continue;
    const isDoubtful = state !== 'spooled';
    // A page of one label is laid out once, and the printer makes its copies; on sheets each copy has a place.
    if (cells === 1) add(labels.before(places[0] ?? 0), count, isDoubtful);
    else for (const place of places) add(place, 1, isDoubtful);
  }
  const count = sums.at(-1) as number;
  return {
    count,
    nth(n) {
      if (n < 1 || n > count) return null;
      const at = lastNotAbove(sums, n - 1);
      return (firsts[at] as number) + n - 1 - (sums[at] as number);
    },
    numberOf(label) {
      const at = lastNotAbove(firsts, label);
      if (at < 0) return null;
      const n = (sums[at] as number) + label - (firsts[at] as number) + 1;
      return n <= (sums[at + 1] as number) ? n : null;
    },
    inDoubt(n) {
      const at = lastNotAbove(sums, Math.min(n, count) - 1);
      if (n < 1 || at < 0) return 0;
      const isDoubtful = doubtful[at] !== doubtful[at + 1];
      return (doubtful[at] as number) + (isDoubtful ? Math.min(n, count) - (sums[at] as number) : 0);
    },
  };
}

/** The label after the last one that was printed, or may have been; the number of labels when none remains. */
export function firstRemaining(printed: PrintedLabels): number {
  return (printed.count === 0 ? -1 : (printed.nth(printed.count) ?? -1)) + 1;
}
