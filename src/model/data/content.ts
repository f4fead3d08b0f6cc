import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import {
  unknownSourceProblem,
  type ColumnSource,
  type ExpressionSource,
  type DataSource,
  type SequenceSource,
} from '#model/elements/base/content.ts';
import type { Clock } from '#model/elements/base/content-behaviour.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { cellFormForUse, type ValueUse, UNKNOWN_FORMAT_MARK } from './cell-form.ts';
import { compiledExpression, emphasizedText, expressionText } from './expression/expression.ts';
import type { ExpressionContext } from './expression/function.ts';
import { formatValue } from './format-value.ts';
import { fieldKey, type DataRecord } from './record.ts';
import { sequenceValue } from './sequence.ts';

/** What sources need of the label around them. */
export interface ElementValues {
  /** The time that the label shows. */
  readonly clock: Clock;
  /** The value of an element. Problems: those of `contentOf`, `data.referenceMissing`, `data.referenceTooLong`. */
  value(id: ElementId): Result<string>;
  /** The text shown while that value is not available. */
  lastKnown(id: ElementId): string;
}

/** For contents without a label around them. */
export function noElements(clock: Clock): ElementValues {
  return { clock, value: () => err(problem('data.referenceMissing')), lastKnown: () => '' };
}

/**
 * The text of data sources for a record: their values joined in order. `elements` gives the values of the label's other
 * elements. Problems: `data.notConnected` (the record lacks the field), `data.cellError` (the cell holds an error),
 * `data.unknownSource`, `data.referenceMissing`, `data.referenceCircle`, `data.referenceTooLong`, and those of
 * `formatValue`, `sequenceValue` and `expressionText`.
 */
export function contentOf(sources: readonly DataSource[], record: DataRecord, elements: ElementValues): Result<string> {
  const runs = runsOf(sources, record, elements);
  return runs.ok ? ok(runs.value.join('')) : runs;
}

/** The value of each source, with the problems of `contentOf`. */
export function runsOf(
  sources: readonly DataSource[],
  record: DataRecord,
  elements: ElementValues,
): Result<readonly string[]> {
  const runs: string[] = [];
  for (const source of sources) {
    const value = valueOf(source, record, elements);
    if (!value.ok) return value;
    runs.push(value.value);
  }
  return ok(runs);
}

/**
 * The text of each source that is shown while a value is not available: the first values of columns when they were
 * bound, and the start of sequences.
 */
export function lastKnownRuns(sources: readonly DataSource[], elements: ElementValues): readonly string[] {
  return sources.map((source) => kindOf(source).lastKnown(source, elements));
}

/** The texts of `lastKnownRuns`, joined. */
export function lastKnownContent(sources: readonly DataSource[], elements: ElementValues): string {
  return lastKnownRuns(sources, elements).join('');
}

/** Whether a source may emphasize words in its value. */
export function mayEmphasize(source: DataSource): source is ExpressionSource {
  if (source.type !== 'expression') return false;
  const compiled = compiledExpression(source, 'text');
  return compiled.ok && compiled.value.emphasizes;
}

/** The words that a source emphasizes in its value, as one list: see `emphasizedRanges`. Only formulas have any. */
export function wordsOf(source: DataSource, record: DataRecord, elements: ElementValues): string {
  if (!mayEmphasize(source)) return '';
  const now = emphasizedText(source, expressionContext(record, elements));
  const known = now.ok ? now : emphasizedText(source, lastKnownContext(elements));
  return known.ok ? known.value.words : '';
}

function valueOf(
  source: DataSource,
  record: DataRecord,
  elements: ElementValues,
  use: ValueUse = 'text',
): Result<string> {
  return kindOf(source).value(source, record, elements, use);
}

interface SourceKind<S extends DataSource> {
  /** `use` is how the value is used; only columns have different values for each. */
  value(source: S, record: DataRecord, elements: ElementValues, use: ValueUse): Result<string>;
  /** The text shown while the value is not available. */
  lastKnown(source: S, elements: ElementValues): string;
}

/** One entry for each kind of source: a missing one does not compile. */
const KINDS: { readonly [K in DataSource['type']]: SourceKind<Extract<DataSource, { readonly type: K }>> } = {
  fixed: { value: (source) => ok(source.text), lastKnown: (source) => source.text },
  column: {
    value: (source, record, _elements, use) => columnValue(source, record, use),
    lastKnown: lastKnownCell,
  },
  sequence: {
    value: runningNumber,
    lastKnown: (source) => source.initial,
  },
  reference: {
    value: (source, _record, elements) => elements.value(source.element),
    lastKnown: (source, elements) => elements.lastKnown(source.element),
  },
  expression: {
    value: (source, record, elements) => expressionText(source, expressionContext(record, elements)),
    lastKnown(source, elements) {
      const known = expressionText(source, lastKnownContext(elements));
      return known.ok ? known.value : source.lastValue;
    },
  },
  unknown: {
    value: (source) => err(unknownSourceProblem(source)),
    lastKnown: (source) => source.text,
  },
};

/** What an expression can read of a record and of the label's other elements. */
export function expressionContext(record: DataRecord, elements: ElementValues): ExpressionContext {
  return {
    operand: (source, use) => valueOf(source, record, elements, use),
    index: record.index ?? 0,
    elements,
  };
}

function lastKnownContext(elements: ElementValues): ExpressionContext {
  return { operand: (operand) => ok(kindOf(operand).lastKnown(operand, elements)), index: 0, elements };
}

function kindOf(source: DataSource): SourceKind<DataSource> {
  return KINDS[source.type] as unknown as SourceKind<DataSource>;
}

function columnValue(source: ColumnSource, record: DataRecord, use: ValueUse): Result<string> {
  const key = fieldKey(source, cellFormForUse(source, use));
  const error = record.errors?.[key];
  if (error !== undefined) {
    if (error.startsWith(UNKNOWN_FORMAT_MARK)) {
      const value = error.slice(UNKNOWN_FORMAT_MARK.length);
      return err(problem('data.unknownFormat', { column: source.column, value }));
    }
    // The replacement in a text file for a character that could not be decoded.
    const code = /[\ufffd\0]/.test(error) ? 'data.badCharacter' : 'data.cellError';
    return err(problem(code, { column: source.column, value: error }));
  }
  const value = record.values[key];
  if (value === undefined) return err(problem('data.notConnected', { file: source.fileName }));
  // A format only affects the text. Calculations use the value.
  if (source.format === undefined || use !== 'text') return ok(value);
  const formatted = formatValue(source.format, value);
  if (formatted.ok) return formatted;
  return err({ ...formatted.error, params: { ...formatted.error.params, column: source.column } });
}

/** The value of a sequence. One with a counter starts at the counter's value and counts the labels of the run. */
function runningNumber(source: SequenceSource, { index = 0, place = index, counters }: DataRecord): Result<string> {
  if (source.counter === undefined) return sequenceValue(source, index);
  const next = source.next ?? counters?.[source.counter];
  return sequenceValue(next === undefined ? source : { ...source, next }, place);
}

/** The first value in the column's format; unformatted where the format can't write it. */
function lastKnownCell({ format, firstValue }: ColumnSource): string {
  const formatted = format === undefined ? ok(firstValue) : formatValue(format, firstValue);
  return formatted.ok ? formatted.value : firstValue;
}
