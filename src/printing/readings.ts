import type { ElementId } from '#model/kernel/ids.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { Symbology } from '#model/symbology/types.ts';
import type { Reading } from '#protocol/printing.ts';
import type { LabelOutcome } from '#protocol/render.ts';

export function readingsOf(label: LabelOutcome): readonly Reading[] {
  const { row, verified: printed } = label;
  const known = new Set<ElementId>();
  const readings = label.symbols.map((symbol): Reading => {
    const { elementId, elementName, symbology, expected, decoded, readers, grade, measures, ok, notes } = symbol;
    known.add(elementId);
    const reasons = ok
      ? notes.map((note) => note.problem)
      : label.problems.filter((p) => p.elementId === elementId).map((p) => p.problem);
    return { row, elementName, elementId, symbology, expected, decoded, readers, grade, measures, printed, reasons };
  });
  const others = label.problems
    .filter(({ elementId }) => !known.has(elementId))
    .map(({ elementName, problem }): Reading => ({
      row,
      elementName,
      symbology: null,
      expected: '',
      decoded: null,
      grade: null,
      measures: null,
      printed: false,
      reasons: [problem],
    }));
  return others.length === 0 ? readings : [...readings, ...others];
}

/** The number of symbols of one element per grade. */
export interface GradeTally {
  readonly elementId: ElementId;
  readonly elementName: string;
  readonly symbology: Symbology;
  readonly counts: Readonly<Record<Grade, number>>;
  /** Symbols that are mirrored on purpose and can't be read. */
  readonly exempt: number;
}

const NONE: Readonly<Record<Grade, number>> = { A: 0, B: 0, C: 0, D: 0, F: 0 };

/**
 * Counts grades by element, which is all that a run keeps in memory for any number of labels. Symbols are counted as
 * they were read, without copies.
 */
export function tallyGrades(tallies: readonly GradeTally[], labels: readonly LabelOutcome[]): readonly GradeTally[] {
  return tally(
    tallies,
    labels.flatMap(({ symbols }) => symbols),
  );
}

/** The same for stored readings. */
export function tallyReadings(tallies: readonly GradeTally[], readings: readonly Reading[]): readonly GradeTally[] {
  return tally(
    tallies,
    readings.flatMap(({ elementId, elementName, symbology, grade }) =>
      symbology === null || elementId === undefined ? [] : [{ elementId, elementName, symbology, grade }],
    ),
  );
}

type Graded = Pick<GradeTally, 'elementId' | 'elementName' | 'symbology'> & { readonly grade: Grade | null };

function tally(tallies: readonly GradeTally[], graded: readonly Graded[]): readonly GradeTally[] {
  const next = [...tallies];
  for (const { elementId, elementName, symbology, grade } of graded) {
    const found = next.findIndex((t) => t.elementId === elementId && t.symbology === symbology);
    const at = found < 0 ? next.length : found;
    const tally = next[at] ?? { elementId, elementName, symbology, counts: NONE, exempt: 0 };
    next[at] =
      grade === null
        ? { ...tally, exempt: tally.exempt + 1 }
        : { ...tally, counts: { ...tally.counts, [grade]: tally.counts[grade] + 1 } };
  }
  return next;
}
