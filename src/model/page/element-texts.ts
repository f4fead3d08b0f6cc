import { problem, type Problem } from '#model/kernel/problem.ts';
import { isShown } from '#model/data/condition.ts';
import { lastKnownRuns, runsOf, wordsOf, type ElementValues } from '#model/data/content.ts';
import { splitCurrency } from '#model/data/currency.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { contentsOf, sourcesOf, type LabelElement } from '#model/elements/element.ts';
import type { RunStyle, TextRun } from '#model/elements/base/styled-text.ts';
import { elementIn, untranslatedCount } from '#model/elements/translated.ts';
import { emphasizedRanges } from '#model/elements/text/emphasis.ts';
import { isText, type TextElement } from '#model/elements/text/text-element.ts';

/** The texts that an element shows for a record. */
export interface ElementTexts {
  /** One for each of its contents: the last known one if the value is not available. */
  readonly values: readonly string[];
  /** The runs of a text whose sources have styles of their own or emphasize words; absent for others. */
  readonly runs?: readonly TextRun[];
  /** Why values are not available, or the condition is unknown. Empty for a hidden element. */
  readonly problems: readonly Problem[];
  /** Warnings about shown values that are uncertain. */
  readonly warnings: readonly Problem[];
  readonly hidden: boolean;
}

/**
 * The texts of an element. If it has several contents, a problem of one of them has that content's place as its path.
 * `elements` gives the values of the label's other elements.
 */
export function elementTexts(of: LabelElement, record: DataRecord, elements: ElementValues): ElementTexts {
  const element = elementIn(of, record.language);
  const problems: Problem[] = [];
  const all = contentsOf(element).map(({ sources, place }) => {
    const runs = runsOf(sources, record, elements);
    if (runs.ok) return runs.value;
    problems.push(place === undefined ? runs.error : { ...runs.error, path: place });
    return lastKnownRuns(sources, elements);
  });
  const runs = isText(element) ? styledRuns(element, all[0] ?? [], record, elements) : null;
  const texts = { values: all.map((runs) => runs.join('')), ...(runs === null ? {} : { runs }) };
  const { values } = texts;
  const shown = isShown(element, { values, problem: problems[0] }, record, elements);
  const warnings = [...shownUnsurely(element, record), ...notTranslated(of, record)];
  if (!shown.ok) {
    const faults = [...problems.filter((each) => each !== shown.error), shown.error];
    return { ...texts, problems: faults, warnings, hidden: false };
  }
  return shown.value
    ? { ...texts, problems, warnings, hidden: false }
    : { ...texts, problems: [], warnings: [], hidden: true };
}

/** The runs of a text whose sources have these values; null for a text in one style. */
function styledRuns(
  { sources }: TextElement,
  values: readonly string[],
  record: DataRecord,
  elements: ElementValues,
): readonly TextRun[] | null {
  const words = sources.map((source) => wordsOf(source, record, elements));
  if (sources.every(({ style }, i) => style === undefined && words[i] === '')) return null;
  return values.flatMap((text, i) => emphasizedRuns(text, words[i] ?? '', sources[i]?.style));
}

/** A value in its style, with these words of it bold. */
function emphasizedRuns(text: string, words: string, style: RunStyle | undefined): readonly TextRun[] {
  const runs: TextRun[] = [];
  let from = 0;
  for (const { start, end } of emphasizedRanges(text, words)) {
    runs.push(
      { text: text.slice(from, start), style },
      { text: text.slice(start, end), style: { ...style, bold: true } },
    );
    from = end;
  }
  return [...runs, { text: text.slice(from), style }];
}

/** The named rule for a missing translation: the text of the main language, with a warning. */
function notTranslated(element: LabelElement, { language = '' }: DataRecord): readonly Problem[] {
  const count = language === '' ? 0 : untranslatedCount(element, language);
  return count === 0 ? [] : [problem('language.missing', { language, count })];
}

function shownUnsurely(element: LabelElement, record: DataRecord): readonly Problem[] {
  const warnings = sourcesOf(element).flatMap((source) =>
    source.type === 'column' ? otherCurrency(source, record) : [],
  );
  // A running number with an unavailable counter shows its first value, which may have been printed long ago.
  const counts = sourcesOf(element).some((source) => source.type === 'sequence' && source.counter !== undefined);
  return record.counters === null && counts ? [...warnings, problem('data.counterUnknown')] : warnings;
}

/** An amount in another currency than the chosen one, or else than the column's first value. */
function otherCurrency(source: ColumnSource, record: DataRecord): readonly Problem[] {
  if (source.format?.type !== 'currency') return [];
  const given = splitCurrency(record.values[fieldKey(source)] ?? '').currency;
  const { currency: chosen } = source.format;
  const wanted = chosen ?? splitCurrency(source.firstValue).currency;
  if (given === null || wanted === null || given === wanted) return [];
  const code = chosen === null ? 'data.otherCurrency' : 'data.replacedCurrency';
  return [problem(code, { column: source.column, given, wanted })];
}
