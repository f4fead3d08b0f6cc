import { assetsOf } from '#model/elements/element.ts';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import { type Problem, problem } from '#model/kernel/problem.ts';
import type { DataRecord } from '#model/data/record.ts';
import { type Grade, isBelow } from '#model/symbology/read/grade.ts';
import type { ComposedLabel, ElementProblem } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import { labelProblem, type LabelOutcome, type ReadBack } from '#protocol/render.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import type { SymbolReading } from '../read-back/read-back.ts';

export interface Verification {
  readonly symbols: readonly ReadBack[];
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
}

type Placed = ComposedLabel['symbols'][number];

/** A symbol below this grade gives a warning even where its label may be printed. */
const WARN_BELOW: Grade = 'B';

/**
 * Reads every symbol of a label back. One below `minGrade` rejects the label (`symbol.belowGrade`, with the reasons for
 * its grade). Symbols that are mirrored on purpose can't be read: they are reported as such and pass.
 */
export function verifySymbols(
  composed: ComposedLabel,
  minGrade: Grade,
  read: (placed: Placed) => SymbolReading,
): Verification {
  const symbols: ReadBack[] = [];
  const problems: ElementProblem[] = [];
  const warnings: ElementProblem[] = [];
  for (const placed of composed.symbols) {
    const { elementId, elementName } = placed;
    if (placed.mirrored) {
      symbols.push(namedReading(placed, null, true));
      continue;
    }
    const reading = read(placed);
    const refusals = refusalsOf(reading, minGrade);
    symbols.push(namedReading(placed, reading, refusals.length === 0));
    for (const problem of refusals) problems.push({ elementId, elementName, problem });
    if (refusals.length > 0) continue;
    for (const note of reading.notes) {
      if (isBelow(note.grade, WARN_BELOW)) warnings.push({ elementId, elementName, problem: note.problem });
    }
  }
  return { symbols, problems, warnings };
}

/** Why a symbol keeps its label from being printed. */
function refusalsOf(reading: SymbolReading, minGrade: Grade): readonly Problem[] {
  if (reading.problem !== null) return [reading.problem];
  if (!isBelow(reading.grade, minGrade)) return [];
  const reasons = reading.notes.filter((note) => isBelow(note.grade, minGrade)).map((note) => note.problem);
  return [problem('symbol.belowGrade', { grade: reading.grade, minimum: minGrade }), ...reasons];
}

/** A reading with its element. `reading` is null for an exempt symbol. */
export function namedReading(
  { elementId, elementName, symbol }: Placed,
  reading: SymbolReading | null,
  ok: boolean,
): ReadBack {
  const name = { elementId, elementName, symbology: symbol.symbology, expected: symbol.content, ok };
  if (reading === null) return { ...name, decoded: null, readers: [], grade: null, notes: [], measures: null };
  const { decoded, readers, grade, notes, measures } = reading;
  return { ...name, decoded, readers, grade, notes, measures };
}

/** Problems of images that could not be decoded and are therefore missing on the bitmap. */
export function imageProblems(library: ImageLibrary, template: Template): readonly ElementProblem[] {
  const problems: ElementProblem[] = [];
  for (const element of template.elements) {
    // Where rows have pictures, an image's own one is not printed.
    for (const asset of hasRowPictures(element) ? [] : assetsOf(element)) {
      const found = library.problem(asset);
      if (found !== null) problems.push({ elementId: element.id, elementName: element.name, problem: found });
    }
  }
  const { background, printBackground } = template.label;
  if (background !== null && printBackground && library.size(background) === null) {
    problems.push(labelProblem(library.problem(background) ?? problem('image.missing')));
  }
  return problems;
}

/** The outcome of a label that is not printed because of a problem before it was read. */
export function refusal(record: DataRecord, { problems, warnings }: ComposedLabel): LabelOutcome {
  return { row: record.row, verified: false, symbols: [], problems, warnings };
}
