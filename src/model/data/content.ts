import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { ColumnSource, DataSource } from '#model/elements/base/content.ts';
import { fieldKey, type DataRecord } from './record.ts';
import { sequenceValue } from './sequence.ts';

/**
 * The text that data sources give for a record: their values joined in order.
 * Problems: `data.notConnected` (the record lacks the field), `data.cellError` (the cell holds an error),
 * `data.unknownSource`, and those of `sequenceValue`.
 */
export function contentOf(sources: readonly DataSource[], record: DataRecord): Result<string> {
  let content = '';
  for (const source of sources) {
    const value = valueOf(source, record);
    if (!value.ok) return value;
    content += value.value;
  }
  return ok(content);
}

/**
 * The text shown while a value is not available: what columns held when they were bound, and the start of sequences.
 */
export function lastKnownContent(sources: readonly DataSource[]): string {
  return sources.map(lastKnownValue).join('');
}

function lastKnownValue(source: DataSource): string {
  return kindOf(source).lastKnown(source);
}

function valueOf(source: DataSource, record: DataRecord): Result<string> {
  return kindOf(source).value(source, record);
}

interface SourceKind<S extends DataSource> {
  value(source: S, record: DataRecord): Result<string>;
  /** The text shown while the value is not available. */
  lastKnown(source: S): string;
}

/** One entry for each kind of source: a missing one does not compile. */
const KINDS: { readonly [K in DataSource['type']]: SourceKind<Extract<DataSource, { readonly type: K }>> } = {
  fixed: { value: (source) => ok(source.text), lastKnown: (source) => source.text },
  column: { value: columnValue, lastKnown: (source) => source.firstValue },
  sequence: {
    value: (source, record) => sequenceValue(source, record.index ?? 0),
    lastKnown: (source) => source.initial,
  },
  unknown: {
    value: (source) => err(problem('data.unknownSource', { code: source.code })),
    lastKnown: (source) => source.text,
  },
};

function kindOf(source: DataSource): SourceKind<DataSource> {
  return KINDS[source.type] as unknown as SourceKind<DataSource>;
}

function columnValue(source: ColumnSource, record: DataRecord): Result<string> {
  const key = fieldKey(source);
  const error = record.errors?.[key];
  if (error !== undefined) return err(problem('data.cellError', { column: source.column, value: error }));
  const value = record.values[key];
  return value === undefined ? err(problem('data.notConnected', { file: source.fileName })) : ok(value);
}
